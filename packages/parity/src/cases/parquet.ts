import { parseType } from '@millrace/spark-connect';
import { family } from '@millrace/spark-sql/ast';
import type { Area } from './case.ts';
import { plan } from './plan-case.ts';

const columns = {
  boolean: ['true', 'false'],
  tinyint: ['-128', '127'],
  smallint: ['-32768', '32767'],
  int: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9007199254740993'],
  float: ["float('1.5')", "float('NaN')", "float('-0.0')"],
  double: ["double('1e300')", "double('-Infinity')", "double('0.1')"],
  string: ["''", "'é日本'", "'a\\nb'"],
  binary: ["X'00FF'"],
  date: ["date '0001-01-01'", "date '1969-12-31'", "date '9999-12-31'"],
  timestamp: ["timestamp '1969-12-31 23:59:59.999999'", "timestamp '2024-02-29 10:11:12'"],
  timestamp_ntz: ["timestamp_ntz '2024-02-29 10:11:12.000001'"],
  'decimal(10,2)': ["cast('-0.01' as decimal(10,2))"],
  'decimal(38,18)': ["cast('12345678901234567890.000000000000000001' as decimal(38,18))"],
  'array<int>': ['array(1, null)', 'array()'],
  'array<string>': ["array('x', null)"],
  'array<bigint>': ['array(1L, null)', 'array()'],
  'array<double>': ["array(double('-0.0'), null)", 'array()'],
  'array<struct<a:int,b:string>>': ["array(named_struct('a', 1, 'b', null), null)", 'array()'],
  'struct<a:int,b:string>': ["named_struct('a', 1, 'b', 'x')"],
  'struct<a:bigint,b:string>': ["named_struct('a', 1L, 'b', null)"],
  'struct<a:string,b:double>': ["named_struct('a', 'é', 'b', 0.1D)"],
  'map<string,int>': ["map('k', 1)"],
  'map<string,bigint>': ["map('k', 1L, 'n', null)"],
  'map<string,double>': ["map('k', 0.1D)"],
  'map<string,string>': ["map('k', '', 'n', null)"],
} as const;

/** Parquet as Spark writes it, read without a schema: each type with nulls, several files, no rows. */
export const parquet: Area = {
  name: 'parquet',
  cases: Object.entries(columns).flatMap(([type, values]) =>
    ['rows', 'no rows'].map((kind) =>
      plan(`parquet of ${type}, ${kind}`, ({ session, folder }) => session.read.parquet(`${folder}/p`), {
        write: async (spark, folder) => {
          const list = [
            ...values.map((v, i) => `select ${i} as id, cast(${v} as ${type}) as v`),
            `select 99, cast(null as ${type})`,
          ];
          const rows = spark.sql(list.join(' union all ')).filter(kind === 'rows' ? 'true' : 'false');
          // Sail takes timestamps of the old form for local times: the reader of files casts them
          const form = 'spark.sql.parquet.outputTimestampType';
          await spark.setConfig({ [form]: 'TIMESTAMP_MICROS' });
          await rows.write.format('parquet').save(`${folder}/p`);
          await spark.setConfig({ [form]: 'INT96' });
        },
        subjects: ['read:parquet()', `read:parquet:inferred:${family(parseType(type))}`],
      }),
    ),
  ),
};

import { designSchema } from '../kit/type-fields.ts';
import { sql, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** The name of the input in queries that were written for Spark ML. */
const inMl = '__THIS__';

export const sqlTransformer = processor({
  nodeClass: 'fire.nodes.ml.NodeSQLTransformer',
  name: 'SQL Transformer',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Computes features with a Spark SQL query over the input, which is available under the table name or as ${inMl}. The result of the query is the output. A pipeline begins after this node.`,
  fields: {
    tempTable: text({ default: 'fire_temp_table', title: 'Table name', description: 'Name of the input in the query' }),
    sql: sql({ title: 'SQL', description: 'The query' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'computes a feature from two columns; nulls remain null',
      fields: { tempTable: 't', sql: 'select id, v1 + v2 as v3, v1 * v2 as v4 from t where id > 0' },
      input: table('id int, v1 int, v2 int', [
        [0, 1, 2],
        [1, 2, 5],
        [2, null, 5],
      ]),
      output: table('id int, v3 int, v4 int', [
        [1, 7, 10],
        [2, null, null],
      ]),
    },
    {
      name: 'takes the name that Spark ML has for the input; groups rows',
      fields: { sql: `select city, count(*) as n from ${inMl} group by city` },
      input: table('city string', [['Rome'], [null], ['Rome']]),
      output: table('city string, n bigint', [
        ['Rome', 2n],
        [null, 1n],
      ]),
    },
    {
      name: 'returns the columns of the query for an empty input',
      fields: { sql: 'select a, a + 1 as b from fire_temp_table' },
      input: table('a int', []),
      output: table('a int, b int', []),
    },
  ],
  query: (fields) => ({ sql: fields.sql, inputs: [nameOf(fields)] }),
  run: ({ input, tables, session, fields }) =>
    session.sql(fields.sql, { inputs: { ...tables, [nameOf(fields)]: input } }),
});

function nameOf(fields: { readonly sql: string; readonly tempTable: string }): string {
  return new RegExp(`\\b${inMl}\\b`).test(fields.sql) ? inMl : fields.tempTable;
}

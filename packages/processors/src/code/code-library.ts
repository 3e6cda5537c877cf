import type { FieldValues } from '../contract/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { choice, layout, text } from '../kit/fields.ts';
import { table } from '../kit/examples.ts';
import { processor } from '../kit/processor.ts';
import { outputSchema } from '../kit/type-fields.ts';
import { runCode, variesByScala } from './_run-code.ts';

/** The name of the input in queries. */
const input = 'fire_temp_table';

const fields = {
  codeEngine: choice(['sql', 'scala'], { default: 'sql', title: 'Language' }),
  library: text({ default: '', title: 'Library', description: 'Name of the code, for people' }),
  codeLibrary: text({
    default: '',
    kind: 'code',
    widget: 'textarea_large',
    title: 'Code',
    description: 'A query, or Scala code',
  }),
  schema: layout(),
  declared: outputSchema(),
};

const people = table('name string, age int', [
  ['Ada', 36],
  ['Bob', null],
]);

export const codeLibrary = processor({
  nodeClass: 'fire.nodes.code.NodeCodeLibrary',
  name: 'CodeLibrary',
  type: 'transform',
  category: 'Utilities',
  description: `Runs code of a library, which is stored in the node: a query of Spark SQL over the input as ${input}, or Scala code that reads inDF and registers its result as the table outDF.`,
  fields,
  varies: (values) => (values.codeEngine === 'scala' ? variesByScala({ code: values.codeLibrary }) : []),
  examples: [
    {
      name: 'runs a query; null is a value of its own',
      fields: {
        codeEngine: 'sql',
        library: 'ages',
        codeLibrary: `select age, count(*) as n from ${input} group by age`,
      },
      input: people,
      output: table('age int, n bigint', [
        [36, 1n],
        [null, 1n],
      ]),
    },
    {
      name: 'an empty input has the columns of the query',
      fields: { codeEngine: 'sql', library: 'names', codeLibrary: `select upper(name) as name from ${input};` },
      input: table('name string', []),
      output: table('name string', []),
    },
    {
      name: 'runs Scala code',
      fields: { codeEngine: 'scala', library: 'next', codeLibrary: 'val outDF = inDF.withColumn("age", $"age" + 1)\n' },
      input: people,
      output: table('name string, age int', [
        ['Ada', 37],
        ['Bob', null],
      ]),
      unverified: 'computes rows',
    },
    {
      name: 'a node without its code is refused',
      fields: { codeEngine: 'sql', library: 'elsewhere' },
      input: people,
      error: 'the code of library "elsewhere" is not in the node',
    },
  ],
  query: (values) => ({ sql: values.codeEngine === 'sql' ? plainQuery(values.codeLibrary) : '', inputs: [input] }),
  run: (context) => {
    const { codeEngine, codeLibrary: code, declared } = context.fields;
    requireCode(context.fields);
    return codeEngine === 'scala'
      ? runCode(context, { code, declared, style: 'scala', outputs: 1, table: 'outDF' })
      : context.session.sql(plainQuery(code), { inputs: { ...context.tables, [input]: context.input } });
  },
});

const plainQuery = (code: string): string => code.replace(/[\s;]+$/, '');

function requireCode({ library, codeLibrary: code }: FieldValues<typeof fields>): void {
  if (code.trim() !== '') return;
  throw new FieldError(
    'codeLibrary',
    `the code of library "${library}" is not in the node`,
    'enter the code: libraries of code are not stored elsewhere',
  );
}

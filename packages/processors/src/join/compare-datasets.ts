import { compareRows } from './_compare.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { UnionColumn } from './_union.ts';

export const compareDatasets = processor({
  nodeClass: 'fire.nodes.validation.NodeCompareDatasets',
  name: 'Compare Datasets',
  type: 'join',
  category: 'Data-Validation',
  description:
    'Compares whole rows of two inputs that have the same columns, in any order: the outputs are the rows only in the first, the rows only in the second, and the rows in both. Each distinct row is returned once; nulls are treated as equal. If the columns differ, all outputs are empty and a warning names the difference.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  outputs: ['First', 'Second', 'Common'],
  fields: {},
  examples: [
    {
      name: 'matches columns by name',
      input: [
        table('id int, name string', [
          [1, 'a'],
          [1, 'a'],
          [2, null],
        ]),
        table('name string, id int', [
          [null, 2],
          ['é', 3],
        ]),
      ],
      output: [
        table('id int, name string', [[1, 'a']]),
        table('id int, name string', [[3, 'é']]),
        table('id int, name string', [[2, null]]),
      ],
    },
    {
      name: 'warns and compares nothing if the columns differ',
      input: [table('id int, `a.b` int', [[1, 2]]), table('id int, c int', [[1, 2]])],
      output: [table('id int, `a.b` int', []), table('id int, c int', []), table('id int, `a.b` int', [])],
      warnings: ['only the first has a.b; only the second has c'],
    },
    {
      name: 'returns empty outputs for empty inputs',
      input: [table('a int', []), table('A int', [])],
      output: [table('a int', []), table('a int', []), table('a int', [])],
    },
  ],
  run({ inputs, schemas, engine }) {
    const [a = [], b = []] = schemas.map((s) => s.fields.map((f) => f.name));
    const pairs = matchNames(a, b);
    const onlyFirst = pairs.filter((p) => p.from[1] === undefined).map((p) => p.name);
    const onlySecond = b.filter((_, i) => !pairs.some((p) => p.from[1] === i));
    if (onlyFirst.length > 0 || onlySecond.length > 0) {
      const [first, second] = inputs.map((input) => input.limit(0));
      if (first === undefined || second === undefined) throw new TypeError('the node requires two inputs');
      const text = [
        ...(onlyFirst.length > 0 ? [`only the first has ${onlyFirst.join(', ')}`] : []),
        ...(onlySecond.length > 0 ? [`only the second has ${onlySecond.join(', ')}`] : []),
      ].join('; ');
      return {
        outputs: [first, second, first],
        warnings: [`no rows are compared because the inputs have different columns: ${text}`],
      };
    }
    const { first, second, common } = compareRows(inputs, schemas, pairs, engine);
    return { outputs: [first, second, common] };
  },
});

/** By name; the second of equal names belongs to the second. */
function matchNames(a: readonly string[], b: readonly string[]): UnionColumn[] {
  const free = b.map((name, i) => ({ name: name.toLowerCase(), i }));
  return a.map((name, i) => {
    const at = free.findIndex((f) => f.name === name.toLowerCase());
    const [match] = at < 0 ? [] : free.splice(at, 1);
    return { name, from: [i, match?.i] };
  });
}

import type { Expression, Relation } from '@millrace/spark-connect/proto';
import { columnOrName } from './columns.ts';
import { call, chain, list, type Doc } from './doc.ts';
import type { Scope } from './scope.ts';
import { isPyName, pyBool, pyString } from './text.ts';

export const texts = (names: readonly string[]): Doc[] => names.map(pyString);
export const keyword = (name: string, value: Doc): Doc => [`${name}=`, value];
export const columns = (expressions: readonly Expression[], scope: Scope): Doc[] =>
  expressions.map((e) => columnOrName(e, scope));

/** `input.method(…)`. */
export const step = (input: Relation | undefined, method: string, args: readonly Doc[], scope: Scope): Doc =>
  chain(scope.write.relation(input, scope), call(`.${method}`, args));

const optionValue = (text: string): Doc =>
  text === 'true' || text === 'false' ? pyBool(text === 'true') : pyString(text);

/** `.options(header=True)`; one `.option` each where a name is no keyword. */
export function optionSteps(options: Readonly<Record<string, string>>): Doc[] {
  const entries = Object.entries(options);
  if (entries.length === 0) return [];
  return entries.every(([name]) => isPyName(name))
    ? [
        call(
          '.options',
          entries.map(([name, value]) => keyword(name, optionValue(value))),
        ),
      ]
    : entries.map(([name, value]) => call('.option', [pyString(name), optionValue(value)]));
}

/** Methods one after another. */
export const chainSteps = (base: Doc, steps: readonly Doc[]): Doc =>
  steps.reduce<Doc>((doc, next) => chain(doc, next), base);

export const dict = (entries: readonly (readonly [Doc, Doc])[]): Doc => ({
  open: '{',
  items: entries.map(([key, value]): Doc => [key, ': ', value]),
  close: '}',
});

export const subset = (cols: readonly string[]): Doc[] =>
  cols.length === 0 ? [] : [keyword('subset', list(texts(cols)))];

/** A number that PySpark computes at once, as a table of one row. */
export const oneValue = (value: Doc, schema: string): Doc =>
  call('spark.createDataFrame', [list([['(', value, ',)']]), pyString(schema)]);

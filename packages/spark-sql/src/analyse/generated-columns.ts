import type { Call } from '../ast/ast.ts';
import { analyse } from './expression.ts';
import { newNotes } from './notes.ts';
import type { Scope } from './scope.ts';
import { type Schema, simple, unknownType } from '../ast/types.ts';

/** The columns that a generator (`explode` and kin) makes, with Spark's own names; notes the generator. */
export function generatedColumns(call: Call, scope: Scope): Schema {
  analyse(call, scope);
  const quiet: Scope = { ...scope, notes: newNotes() };
  const [first = unknownType] = call.args.slice(0, 1).map((arg) => analyse(arg, quiet));
  const name = call.name.replace(/_outer$/, '');
  const position = name === 'posexplode' ? [{ name: 'pos', type: simple('integer') }] : [];
  if (name === 'explode' || name === 'posexplode') {
    if (first.kind === 'array') return [...position, { name: 'col', type: first.element }];
    if (first.kind === 'map')
      return [...position, { name: 'key', type: first.key }, { name: 'value', type: first.value }];
  }
  if (name === 'inline' && first.kind === 'array' && first.element.kind === 'struct') return first.element.fields;
  scope.notes.keys.add(`unknown:columns of ${call.name}`);
  return [];
}

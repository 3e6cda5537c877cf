import { typeName } from '@millrace/spark-connect/types';
import type { SparkType } from '../ast/types.ts';
import { lettersOnlyOfSpark2, type PatternUse } from '../patterns/date-letters.ts';
import type { Expr } from '../ast/ast.ts';
import { parseExpression } from '../parse/parse.ts';
import { parseQuery } from '../parse/parse.ts';
import { patternArguments, type PatternKind } from '../patterns/literal-patterns.ts';
import { visitExpression, visitQuery } from '../ast/visit.ts';

/** Something in a text that means something else in an older Spark, or only means something there. */
export interface OlderConstruct {
  /** The latest Spark that takes it as it was meant. */
  readonly compatibility: 'spark2' | 'spark3';
  /** In words, with no subject: what the text does. */
  readonly what: string;
}

/** What patterns of date functions are for, by what the analysis calls them. */
const useOf: Partial<Record<PatternKind, PatternUse>> = { format: 'write', parse: 'read' };

const kindsThatFail: ReadonlySet<SparkType['kind']> = new Set([
  ...(['boolean', 'byte', 'short', 'integer', 'long', 'float', 'double', 'decimal'] as const),
  ...(['date', 'timestamp', 'timestamp_ntz'] as const),
]);

const fails = ({ kind }: SparkType): boolean => kindsThatFail.has(kind);

/**
 * What a query, or an expression, holds that older Sparks take otherwise: date patterns of Spark 2, and casts that give null
 * there for what is not of their type. What cannot be read of a text is passed over.
 */
export function olderConstructs(text: string, kind: 'query' | 'expression'): readonly OlderConstruct[] {
  const constructs = new Map<string, OlderConstruct>();
  const add = (compatibility: OlderConstruct['compatibility'], construct: string): void =>
    void constructs.set(construct, { compatibility, what: construct });
  const expression = (expr: Expr): void => {
    if (expr.kind === 'cast' && expr.mode === 'cast' && expr.arg.kind !== 'literal' && fails(expr.to))
      add('spark3', `casts to ${typeName(expr.to).toUpperCase()}`);
    if (expr.kind !== 'call') return;
    for (const [index, construct] of patternArguments[expr.name.toLowerCase()] ?? []) {
      const pattern = expr.args[index];
      const use = useOf[construct];
      if (use === undefined || pattern?.kind !== 'literal') continue;
      const value = typeof pattern.value === 'string' ? pattern.value : '';
      if (lettersOnlyOfSpark2(value, use).length > 0) add('spark2', `has the date pattern "${value}"`);
    }
  };
  if (kind === 'query') visitQuery(parseQuery(text), { expression });
  else visitExpression(parseExpression(text), { expression });
  return [...constructs.values()];
}

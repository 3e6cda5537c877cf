import type { FieldSpec } from './catalogue.ts';

/** The part of a field that has options; null in a description means that there are none. */
export interface Options {
  readonly options?: readonly string[] | null | undefined;
  readonly aliases?: FieldSpec['aliases'] | undefined;
}

/**
 * The option of a field that a value means: in any case of letters, or by an old spelling; undefined if it means none,
 * or if the field has no options.
 */
export function optionOf({ options, aliases = {} }: Options, value: string): string | undefined {
  if (!options) return undefined;
  if (options.includes(value)) return value;
  const text = value.trim().toLowerCase();
  const isMeant = (one: string): boolean => one.toLowerCase() === text;
  return options.find(isMeant) ?? Object.entries(aliases).find(([old]) => isMeant(old))?.[1];
}

/** The beginning of a type in Spark's notation: `decimal(12,2)`, `array<int>`. The engine reads the rest. */
const WRITTEN_TYPE =
  /^\s*(?:boolean|tinyint|byte|smallint|short|int|integer|bigint|long|float|real|double|decimal|dec|numeric|string|char|character|varchar|binary|date|timestamp(?:_ntz|_ltz)?|interval|void|variant|array|map|struct)(?![\p{L}\p{N}_])/iu;

/** Whether a field accepts a value: one of its options or, for a type, one in Spark's notation. */
export function isAllowed(spec: FieldSpec, value: string): boolean {
  if (spec.options === undefined || optionOf(spec, value) !== undefined) return true;
  return spec.kind === 'type' && WRITTEN_TYPE.test(value);
}

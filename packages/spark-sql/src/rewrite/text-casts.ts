import { typeName, types, type DataType } from '@millrace/spark-connect/types';
import type { Expr } from '../ast/ast.ts';
import { family, type SparkType } from '../ast/types.ts';
import * as castTexts from '../patterns/cast-texts.ts';
import type { Form } from './value-forms.ts';

/**
 * Casts of text as they are written for Sail, in full where its own would give other rows than Spark's. CAST to a whole
 * number needs none: what Sail reads there it reads as Spark does, and at other texts it fails. Decimals: `decimal-texts.ts`.
 */
type Cast = Expr & { kind: 'cast' };

const escaped = (text: string): string =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const trim = (controls: string): string => `translate(v, '${escaped(controls)}', '${' '.repeat(controls.length)}')`;
const is = (pattern: string): string => `v rlike r'${pattern}'`;
const leave = (type: string, values: string): string =>
  `cast(raise_error('left to Spark: ${values} that Sail does not read') as ${type})`;
/** Spark's message of a text that it does not cast. */
const refuse = (type: string): string =>
  `cast(raise_error(concat('[CAST_INVALID_INPUT] The value \\u0027', v, '\\u0027 of the type "STRING" cannot be cast to "${type.toUpperCase()}" because it is malformed')) as ${type})`;

const wholeNumber = (type: string): string =>
  `coalesce(try_cast(v as ${type}), try_cast(${trim(castTexts.controlsAroundOthers)} as ${type}))`;

const fraction = (type: string): string => {
  const withoutSuffix = `regexp_replace(${trim(castTexts.controlsAroundFractions)}, r'${castTexts.suffixedFraction}', '$1')`;
  const left = `case when ${is(castTexts.hexadecimalFraction)} then ${leave(type, 'a hexadecimal number')} end`;
  const read = `coalesce(try_cast(v as ${type}), try_cast(${withoutSuffix} as ${type}), ${left})`;
  return `case when ${is(castTexts.otherNaN)} then cast(null as ${type}) else ${read} end`;
};

const fractionOrError = (type: string): string =>
  `case when ${is(castTexts.otherNaN)} then ${refuse(type)} else cast(v as ${type}) end`;

const truth = (cast: string, otherwise: string): string => {
  const usual = castTexts.usualTruthValues.map((value) => `'${value}'`).join(', ');
  const read = `${cast}(${trim(castTexts.controlsAroundOthers)} as boolean)`;
  return `case when v in (${usual}) then ${cast}(v as boolean) when ${is(castTexts.truthValue)} then ${read}${otherwise} end`;
};

const dateRead = (cast: string): string => `${cast}(regexp_replace(v, r'${castTexts.dateInText}', '$1$2') as date)`;

const date = (cast: string, read: string, otherwise: string): string =>
  `case when ${is(castTexts.usualDate)} then ${cast}(v as date) when ${is(castTexts.dateInText)} then ${read}${otherwise} end`;

const nearDate = `case when ${is(castTexts.farDate)} then ${leave('date', 'a date')} else ${dateRead('try_cast')} end`;

const refuseUnlike = (type: string, pattern: string): string => ` when not (${is(pattern)}) then ${refuse(type)}`;

/** The casts that need a form, and its body; `v` is the text. */
const casts: readonly { readonly mode: Cast['mode']; readonly to: DataType; readonly body: string }[] = [
  ...[types.byte, types.short, types.integer, types.long].map((to) => ({
    mode: 'try_cast' as const,
    to,
    body: wholeNumber(typeName(to)),
  })),
  ...[types.float, types.double].flatMap((to) => [
    { mode: 'try_cast' as const, to, body: fraction(typeName(to)) },
    { mode: 'cast' as const, to, body: fractionOrError(typeName(to)) },
  ]),
  { mode: 'try_cast', to: types.boolean, body: truth('try_cast', '') },
  { mode: 'cast', to: types.boolean, body: truth('cast', refuseUnlike('boolean', castTexts.truthValue)) },
  { mode: 'try_cast', to: types.date, body: date('try_cast', nearDate, '') },
  { mode: 'cast', to: types.date, body: date('cast', dateRead('cast'), refuseUnlike('date', castTexts.dateInText)) },
];

/** Texts that are written down and that Sail reads as Spark does, or refuses as it does. */
const plainTexts: Readonly<Record<string, RegExp>> = {
  boolean: /^(t|true|y|yes|1|f|false|n|no|0)$/i,
  date: /^\d{4}-\d\d-\d\d$/,
};
/** Without characters that engines trim in other ways, and nothing that Java alone reads. In steps, each of linear time. */
const isPlainNumber = (text: string): boolean =>
  /^[ -~]*$/.test(text) && !/[dDfF]$/.test(text.trimEnd()) && !/^([+-]?0[xX]|[+-][nN][aA])/.test(text.trimStart());

const forms = new Map(
  casts.map(({ mode, to, body }): [string, Form] => [
    `${mode} ${to.kind}`,
    { key: (from) => `${mode}:${family(from)}->${family(to)}:in-full`, result: () => to, body },
  ]),
);
export const textCastForms: readonly Form[] = [...forms.values()];

/** The form of a cast of text to a type; undefined if Sail's own cast will do. */
export const textCastForm = (mode: Cast['mode'], from: SparkType, to: SparkType): Form | undefined =>
  from.kind === 'string' ? forms.get(`${mode} ${to.kind}`) : undefined;

/** True for a text that is written down and that Sail's cast may read in another way than Spark's. */
export function isOddForCast(arg: Expr, to: SparkType): boolean {
  if (arg.kind !== 'literal' || arg.type.kind !== 'string' || arg.value === null) return false;
  if (!casts.some((cast) => cast.to.kind === to.kind)) return false;
  return !(plainTexts[to.kind]?.test(arg.value) ?? isPlainNumber(arg.value));
}

import type { Call, Expr, Span } from '../ast/ast.ts';
import { columnAtHole, quotePath, shapeOf } from '../ast/expression-shape.ts';
import { wrap, type Splice } from '../analyse/notes.ts';
import { isFraction } from './one-zero.ts';
import { isOddForCast, textCastForm, textCastForms } from './text-casts.ts';
import { parseExpression } from '../parse/parse.ts';
import { family, simple, type SparkType } from '../ast/types.ts';

/**
 * Functions of one value that Sail is asked for as `transform(array(x), v -> …)[0]`, where `x` stands once, however long it is.
 * Its ROUND rounds the binary number where Spark rounds the decimal one that it is written as; it writes 1.0E7 as 10000000.0; its
 * INITCAP begins a word behind every mark, Spark's behind blanks only. Rare values that these forms do not take raise an error,
 * and the run moves to Spark.
 */
export interface Form {
  /** The construct that Sail is verified to have, with the type of the value. */
  readonly key: (type: SparkType) => string;
  readonly result: (type: SparkType) => SparkType;
  /** What `v` becomes. */
  readonly body: string;
}

/** Most digits of a rounding that is written so: whatever is below {@link min} is then rounded to nothing. */
const maxDecimals = 4;
/** The smallest number at which doubles may be written with an exponent, and the largest at which they have a fraction. */
const [min, max] = ['0.00001D', '10000000000000000.0D'];

const rounding = (decimals: number): Form => ({
  key: (type) => `fn:round(${family(type)},int#):by-text`,
  result: (type) => type,
  body: `case when abs(v) < ${min} then 0.0D when abs(v) < ${max} then cast(cast(round(try_cast(cast(v as string) as decimal(38,20)), ${decimals}) as string) as double) else v end`,
});
const roundings = Array.from({ length: maxDecimals + 1 }, (_, decimals) => rounding(decimals));

/** A fraction as Java writes it (`Double.toString`): with an exponent below 0.001 and from 10⁷. */
const text: Form = {
  key: (type) => `cast:${family(type)}->string:by-digits`,
  result: () => simple('string'),
  body: bodyOfText(),
};

function bodyOfText(): string {
  const text = 'cast(abs(v) as string)';
  const number = `split_part(${text}, 'e', 1)`;
  const [whole, rest] = [1, 2].map((part) => `split_part(${number}, '.', ${part})`);
  const digits = `regexp_replace(replace(${number}, '.', ''), '^0+|0+$', '')`;
  const point = `case when ${whole} = '0' then length(regexp_replace(${rest}, '^0+', '')) - length(${rest}) - 1 else length(${whole}) - 1 end`;
  const exponent = `${point} + coalesce(try_cast(split_part(${text}, 'e', 2) as int), 0)`;
  const behindPoint = `case when length(${digits}) > 1 then substring(${digits}, 2) else '0' end`;
  const scientific = `concat(case when v < 0.0D then '-' else '' end, substring(${digits}, 1, 1), '.', ${behindPoint}, 'E', cast(${exponent} as string))`;
  const isPlain = 'v is null or isnan(v) or v = 0.0D or abs(v) >= 0.001D and abs(v) < 10000000.0D';
  // Java writes the numbers next to zero with two digits where one would do
  const isTiny = `abs(v) < 1e-37D then raise_error(concat('this number is written in another way: ', cast(v as string)))`;
  const infinite = `abs(v) = cast('Infinity' as double) then case when v > 0.0D then 'Infinity' else '-Infinity' end`;
  return `case when ${isPlain} then cast(v as string) when ${infinite} when ${isTiny} else ${scientific} end`;
}

/** Letters of which both engines have the same upper and lower case: not ß, dotless ı, final ς and others with two forms. */
const plainLetters = String.raw`\\u0000-\\u007f\\u00c0-\\u00de\\u00e0-\\u012f\\u0132-\\u0148\\u014a-\\u017e\\u0391-\\u03a1\\u03a4-\\u03a9\\u03b1-\\u03c1\\u03c4-\\u03c9\\u0410-\\u044f\\u3000-\\u30ff\\u4e00-\\u9fff`;
const capitals: Form = {
  key: (type) => `fn:initcap(${family(type)}):by-words`,
  result: (type) => type,
  body: `case when v rlike '[^${plainLetters}]' then raise_error(concat('engines may begin these words in other ways: ', v)) else array_join(transform(split(lower(v), ' '), w -> concat(upper(substring(w, 1, 1)), substring(w, 2))), ' ') end`,
};

const before = 'transform(array(';
const behind = ({ body }: Form): string => `), v -> ${body})[0]`;

/** The forms by the shapes of their bodies. */
let byShape: ReadonlyMap<string, Form> | undefined;
function formOfShape(shape: string): Form | undefined {
  byShape ??= new Map(
    [...roundings, text, capitals, ...textCastForms].flatMap((form) => {
      const parts = partsOf(parseExpression(`${before}x${behind(form)}`));
      return parts === undefined ? [] : [[shapeOf(parts.body), form] as const];
    }),
  );
  return byShape.get(shape);
}

/** The value and the lambda of `transform(array(x), v -> …)[0]`. */
function partsOf(expr: Expr): { arg: Expr; body: Expr } | undefined {
  if (expr.kind !== 'index' || expr.arg.kind !== 'call' || expr.arg.name !== 'transform') return undefined;
  const [list, body, ...others] = expr.arg.args;
  if (list?.kind !== 'call' || list.name !== 'array' || body?.kind !== 'lambda' || others.length > 0) return undefined;
  const [arg, ...more] = list.args;
  if (expr.index.kind !== 'literal' || expr.index.value !== '0' || arg === undefined || more.length > 0)
    return undefined;
  return { arg, body };
}

/** The value of a text in one of these forms, and the form. */
export function valueWrittenSo(expr: Expr): { arg: Expr; form: Form } | undefined {
  const parts = partsOf(expr);
  const form = parts === undefined ? undefined : formOfShape(shapeOf(parts.body));
  return parts === undefined || form === undefined ? undefined : { arg: parts.arg, form };
}

let ofColumns: readonly { readonly template: Expr; readonly form: Form }[] | undefined;

/** The column whose cast a text in such a form is, which names it wherever the form has its value. */
export function columnCastSo(expr: Expr): { arg: Expr; form: Form } | undefined {
  if (expr.kind !== 'case' && !(expr.kind === 'call' && expr.name === 'coalesce')) return undefined;
  ofColumns ??= textCastForms.map((form) => ({ template: parseExpression(form.body), form }));
  for (const { template, form } of ofColumns) {
    const arg = columnAtHole(template, 'v', expr);
    if (arg !== undefined) return { arg, form };
  }
  return undefined;
}

/** The changes that write a cast of text so; none if Sail's own will do. */
export function castForSail({ arg, mode, to, span }: Expr & { kind: 'cast' }, from: SparkType): Splice[] {
  const form = textCastForm(mode, from, to);
  if (form === undefined || (arg.kind === 'literal' && !isOddForCast(arg, to)) || span.start >= span.end) return [];
  if (arg.kind !== 'column') return replaceSpan(span, arg, form);
  return [{ ...span, text: form.body.replace(/\bv\b/g, () => quotePath(arg.path)) }];
}

/** The digits of a rounding that can be written by the text of the number. */
function decimalsOf({ name, args: [, decimals], over, filter, distinct }: Call): number | undefined {
  if (name !== 'round' || over || filter || distinct) return undefined;
  if (decimals?.kind !== 'literal' || decimals.type.kind !== 'integer' || decimals.value === null) return undefined;
  return /^\d$/.test(decimals.value) && Number(decimals.value) <= maxDecimals ? Number(decimals.value) : undefined;
}

/** Puts the form of an argument in place of what stands around it; nothing if an argument has no text. */
const replaceSpan = (span: Span, arg: Expr, form: Form): Splice[] =>
  span.start >= span.end || arg.span.start >= arg.span.end
    ? []
    : [
        { ...span, end: arg.span.start, text: before },
        { ...span, start: arg.span.end, text: behind(form) },
      ];

/** Functions that are casts of a text which need a form, and the type that they cast to. */
const castFunctions: ReadonlyMap<string, SparkType> = new Map([
  ...(['boolean', 'date', 'double', 'float'] as const).map((name) => [name, simple(name)] as const),
  ['to_date', simple('date')],
]);

/** The changes that write a function of one value so; none if it needs none, or has no such form. */
export function valueForSail(call: Call, [type]: readonly SparkType[]): Splice[] {
  const { args, name, span } = call;
  const [arg] = args;
  if (arg === undefined) return [];
  if (name === 'initcap' && args.length === 1 && type?.kind === 'string') return replaceSpan(span, arg, capitals);
  const castTo = args.length === 1 ? castFunctions.get(name) : undefined;
  if (castTo !== undefined && type !== undefined)
    return castForSail({ kind: 'cast', mode: 'cast', to: castTo, arg, span }, type);
  if (name === 'string' && args.length === 1 && type !== undefined && isFraction(type))
    return replaceSpan(span, arg, text);
  const decimals = type?.kind === 'double' && args.length === 2 ? decimalsOf(call) : undefined;
  const form = decimals === undefined ? undefined : roundings[decimals];
  return form === undefined ? [] : replaceSpan(span, arg, form);
}

/** The changes that write a cast of a fraction to text so. */
export const textForSail = ({ arg, to, span, mode }: Expr & { kind: 'cast' }, from: SparkType): Splice[] =>
  to.kind === 'string' && isFraction(from) && (mode === 'cast' || mode === 'try_cast')
    ? replaceSpan(span, arg, text)
    : [];

/** Functions that put texts together, and make texts of what is none. */
const joining: ReadonlySet<string> = new Set(['concat', 'concat_ws', '||']);

/** The changes that write the fractions among the arguments of such a function as texts. */
export const joinTexts = (name: string, args: readonly Expr[], types: readonly SparkType[]): Splice[] =>
  joining.has(name)
    ? args.flatMap((arg, i) => (isFraction(types[i] ?? simple('integer')) ? wrap(arg, before, behind(text)) : []))
    : [];

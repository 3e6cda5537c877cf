import { FieldError } from '../kit/field-error.ts';
import { addSql, differenceSql, formatSql, parseSql, truncateSql } from './_formula-dates.ts';

type Arguments = readonly string[];

type FormulaFunctions = Readonly<
  Record<
    string,
    { readonly minArgs: number; readonly maxArgs: number; sql(args: Arguments, now: string): string | undefined }
  >
>;

/** Functions that are not Spark's own, as Spark SQL over their arguments. */
const functions: FormulaFunctions = {
  ...functionsOf(1, 1, {
    chartoint: 'ascii',
    datetimeday: 'day',
    datetimehour: 'hour',
    datetimeminutes: 'minute',
    datetimemonth: 'month',
    datetimeseconds: 'second',
    datetimeyear: 'year',
    inttobin: 'bin',
    inttohex: 'hex',
    lowercase: 'lower',
    reversestring: 'reverse',
    titlecase: 'initcap',
    trimleft: 'ltrim',
    trimright: 'rtrim',
    uppercase: 'upper',
  }),
  ...functionsOf(0, 0, { datetimenow: 'current_timestamp', datetimetoday: 'current_date' }),
  ...functionsOf(2, Infinity, { max: 'greatest', min: 'least' }),
  ...functionsOf(3, 3, { iif: 'if', padleft: 'lpad', padright: 'rpad' }),
  average: {
    minArgs: 2,
    maxArgs: Infinity,
    sql: (args) => `((${args.map((a) => `(${a})`).join(' + ')}) / ${args.length})`,
  },
  bintoint: { minArgs: 1, maxArgs: 1, sql: ([s]) => `cast(conv(${s}, 2, 10) as bigint)` },
  bound: { minArgs: 3, maxArgs: 3, sql: ([x, low, high]) => `greatest(${low}, least(${high}, ${x}))` },
  charfromint: { minArgs: 1, maxArgs: 1, sql: ([n]) => `decode(unhex(lpad(hex(${n}), 8, '0')), 'utf-32')` },
  countwords: { minArgs: 1, maxArgs: 1, sql: ([s]) => `regexp_count(${s}, '[^ ]+')` },
  datetimeadd: { minArgs: 3, maxArgs: 3, sql: addSql },
  datetimediff: { minArgs: 3, maxArgs: 3, sql: differenceSql },
  datetimeformat: { minArgs: 2, maxArgs: 2, sql: formatSql },
  datetimeparse: { minArgs: 2, maxArgs: 2, sql: parseSql },
  datetimetrim: { minArgs: 2, maxArgs: 2, sql: truncateSql },
  findstring: { minArgs: 2, maxArgs: 2, sql: ([s, part]) => `(instr(${s}, ${part}) - 1)` },
  getword: {
    minArgs: 2,
    maxArgs: 2,
    sql: ([s, n]) => `split_part(regexp_replace(trim(${s}), ' +', ' '), ' ', (${n}) + 1)`,
  },
  hextonumber: { minArgs: 1, maxArgs: 1, sql: ([s]) => `cast(conv(${s}, 16, 10) as bigint)` },
  isempty: { minArgs: 1, maxArgs: 1, sql: ([x]) => `((${x}) is null or cast(${x} as string) = '')` },
  null: { minArgs: 0, maxArgs: 0, sql: () => 'null' },
  regex_countmatches: {
    minArgs: 2,
    maxArgs: 3,
    sql: ([s, pattern, ignoresCase]) => `regexp_count(${s}, ${regex(pattern, ignoresCase)})`,
  },
  regex_match: {
    minArgs: 2,
    maxArgs: 3,
    sql: ([s, pattern, ignoresCase]) => `((${s}) rlike ${regex(`concat('^(?:', ${pattern}, ')$')`, ignoresCase)})`,
  },
  regex_replace: {
    minArgs: 3,
    maxArgs: 4,
    sql: ([s, pattern, instead, ignoresCase]) => `regexp_replace(${s}, ${regex(pattern, ignoresCase)}, ${instead})`,
  },
  switch: { minArgs: 2, maxArgs: Infinity, sql: switchSql },
  tonumber: { minArgs: 1, maxArgs: 1, sql: ([s]) => `try_cast(${s} as double)` },
  tostring: { minArgs: 1, maxArgs: 1, sql: ([x]) => `cast(${x} as string)` },
};

function functionsOf(minArgs: number, maxArgs: number, names: Readonly<Record<string, string>>): FormulaFunctions {
  return Object.fromEntries(
    Object.entries(names).map(([name, spark]) => [
      name,
      { minArgs, maxArgs, sql: (args: Arguments) => `${spark}(${args.join(', ')})` },
    ]),
  );
}

/** A pattern that heeds case where the last argument is 0 alone. */
function regex(pattern = '', ignoresCase = '1'): string {
  return `concat(if((${ignoresCase}) = 0, '', '(?i)'), ${pattern})`;
}

/** `switch(value, default, case, result, …)`. */
function switchSql([value, otherwise, ...cases]: Arguments): string {
  const whens = Array.from(
    { length: Math.floor(cases.length / 2) },
    (_, i) => `when ${cases[2 * i]} then ${cases[2 * i + 1]}`,
  );
  return whens.length === 0 ? `(${otherwise})` : `(case ${value} ${whens.join(' ')} else ${otherwise} end)`;
}

const keywords: Readonly<Record<string, string>> = { if: 'case when', elseif: 'when', endif: 'end' };
const tokenPattern =
  /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`]|``)*`|[A-Za-z_][A-Za-z0-9_]*|\d[\w.]*|&&|\s+|[\s\S]/g;
const isWord = (token: string | undefined): boolean => token !== undefined && /^[A-Za-z_]/.test(token);

/**
 * A formula as one Spark SQL expression: `[column]` for a column, `IF … THEN … ELSEIF … ELSE … ENDIF`, `&&`, and the
 * functions of the table above become Spark's; all else is Spark SQL already. Throws a `FieldError` for a bracket
 * without its pair and a wrong number of arguments.
 */
export function formulaSql(formula: string, field: string, now: string): string {
  const tokens: readonly string[] = formula.match(tokenPattern) ?? [];
  const hasEndIf = tokens.some((t) => t.toLowerCase() === 'endif');
  const refuse = (rule: string): never => {
    throw new FieldError(field, `invalid formula in field "${field}": ${rule}`, 'correct the formula');
  };

  const closing = (open: number): number =>
    closingParenthesis(tokens, open) ?? refuse('an opening parenthesis is not closed');
  const next = (i: number): number => {
    while (/^\s+$/.test(tokens[i] ?? '')) i++;
    return i;
  };

  /** Parts, translated, between commas of the same depth. */
  function parts(from: number, to: number): string[] {
    const all = partsBetween(tokens, from, to).map(([start, end]) => translate(start, end).trim());
    return all.length === 1 && all[0] === '' ? [] : all;
  }

  function translate(from: number, to: number): string {
    let sql = '';
    for (let i = from; i < to; i++) {
      const token = tokens[i] ?? '';
      const before = tokens[i - 1];
      const name = token.toLowerCase();
      const open = next(i + 1);
      const isCall = isWord(token) && tokens[open] === '(' && open < to;
      const definition = isCall ? functions[name] : undefined;
      if (definition !== undefined) {
        const end = closing(open);
        const args = parts(open + 1, end);
        if (args.length >= definition.minArgs && args.length <= definition.maxArgs)
          sql += definition.sql(args, now) ?? refuse(`${token} does not support ${args.at(-1)}`);
        else if (name === 'min' || name === 'max') sql += `${token}(${args.join(', ')})`;
        else
          refuse(
            `${token} has ${args.length} argument${args.length === 1 ? '' : 's'} and requires ${definition.minArgs === definition.maxArgs ? definition.minArgs : `at least ${definition.minArgs}`}`,
          );
        i = end;
      } else if (hasEndIf && keywords[name] !== undefined && !(isCall && parts(open + 1, closing(open)).length > 1))
        sql += keywords[name];
      else if (token === '[' && !(isWord(before) || before === ')' || before === ']')) {
        const end = tokens.indexOf(']', i);
        if (end < 0) refuse('an opening [ is not closed');
        sql += quoteName(tokens.slice(i + 1, end).join(''));
        i = end;
      } else sql += token === '&&' ? ' and ' : token;
    }
    return sql;
  }
  return translate(0, tokens.length);
}

const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Index of the parenthesis that closes the one at `open`; undefined if there is none. */
function closingParenthesis(tokens: readonly string[], open: number): number | undefined {
  for (let i = open, depth = 0; i < tokens.length; i++) {
    if (tokens[i] === '(') depth++;
    if (tokens[i] === ')' && --depth === 0) return i;
  }
  return undefined;
}

/** Start and end of the parts between commas of the same depth. */
function partsBetween(tokens: readonly string[], from: number, to: number): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let start = from;
  for (let i = from, depth = 0; i <= to; i++) {
    if (tokens[i] === '(') depth++;
    if (tokens[i] === ')') depth--;
    if (i === to || (tokens[i] === ',' && depth === 0)) {
      ranges.push([start, i]);
      start = i + 1;
    }
  }
  return ranges;
}

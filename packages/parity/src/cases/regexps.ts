import type { Area } from './case.ts';
import { expressions } from './case.ts';
import { v } from './values.ts';

const r = String.raw;
const patterns = [
  'l+', 'l*', 'o?', '[a-z]+', '[A-Z]', '[0-9]+', '[^a-z ]', '^H', 'd$', 'a|b|o', '(l+)(o)', r`\\d+`, r`\\w+`, r`\\s+`, r`\\s`, r`\\S+`, r`\\W`, r`\\D+`, r`\\bW`, '.', '.*', '.+?', 'l{2}', 'l{1,3}', 'l{2,}', '(?i)h', '(?:l)+', r`\\.`, r`\\,`, '[,]', ',', ' ', 'é', '[üé]+', r`\\p{L}+`, r`\\p{Lu}`, '(?=o)', '(?<=l)o', '(?!x)l', r`(l)\\1`, '', 'x*?', 'l++', '(?<name>l+)', r`[\\w]+`, r`[\\d,]+`, r`[^\\s]+`, r`[\\s]`, r`[\\p{L}]`, r`\\t`, r`\\n`, '日', '[a-z&&[^l]]', r`\\Qa,b\\E`, r`\\x41`, r`[\\.,]`, r`\\(`, r`[^,]*`, '(?s).+', '(?m)^', r`\\A`, r`\\z`, r`\\Z`, r`\\h+`, r`\\R`, '😀', r`[ \\t\\n\\x0B\\f\\r]+`, r`[ \\t\\n\\x0B\\f\\r\\p{Z}]`, r`[^\\p{L}\\p{N} \\t\\n\\x0B\\f\\r\\p{Z},]`, r`[^\\p{L}\\p{N}]+`,
]; // prettier-ignore

const uses = (p: string): string[] => [
  `regexp_replace(s, '${p}', '_')`,
  `s rlike '${p}'`,
  `regexp_extract(s, '${p}', 0)`,
  `split(s, '${p}')`,
];

/** Regular expressions: each function, then each feature of the pattern language with the plainest function. */
export const regexps: Area = {
  name: 'regexps',
  cases: [
    ...expressions({ v }, 'v', 'id', patterns.flatMap(uses)),
    ...expressions({ v }, 'v', 'id', [
      "regexp_replace(s, 'l+', 'L')", "regexp_replace(s, 'l+', '')", r`regexp_replace(s, '(l+)(o)', '$2$1')`, r`regexp_replace(s, '(l+)', '[$1]')`, r`regexp_replace(s, 'l', '\\$')`, "regexp_replace(s, 'l', 'L', 5)", "regexp_replace(s, s2, '_')", 'regexp_replace(w, s2, w)', "regexp_replace(s, '[0-9]', '')", r`regexp_replace(w, '^(.)(.*)$', '$2$1')`, r`regexp_replace(s, '(l)', '$0$0')`,
      "regexp_extract(s, '(l+)(o)', 1)", "regexp_extract(s, '(l+)(o)', 2)", "regexp_extract(s, '(l+)(o)')", "regexp_extract(s, 'zzz', 0)", "regexp_extract(s, '([a-z]+) ([a-zA-Z]+)', 2)", "regexp_extract_all(s, '(l)', 1)", "regexp_extract_all(s, '[a-z]+', 0)", "regexp_extract_all(s, '(o)')", "regexp_extract(s, '(x)?l', 1)",
      "regexp_count(s, 'l')", "regexp_count(s, '[a-z]+')", "regexp_instr(s, 'o')", "regexp_substr(s, '[a-z]+')", "regexp_substr(s, 'zzz')", "regexp_like(s, 'H.*')", "regexp_like(s, s2)", "regexp(s, 'o')", "rlike(s, 'o')", "s not rlike '[0-9]'", 's rlike s2', "s rlike '^[A-Z]'", "w rlike '^[a-z]+$'", "regexp_count(s, s2)",
    ]),
  ],
}; // prettier-ignore

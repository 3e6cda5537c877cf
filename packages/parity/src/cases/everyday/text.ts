import type { Case, CaseInput } from '../case.ts';
import { v } from '../values.ts';
import { call, fill, subsets, expressionCases } from './expression-cases.ts';

const N = null;
const r = String.raw;

/** Text as it stands in files of persons, shops and services. */
const t: CaseInput = {
  schema: 'id int, name string, mail string, phone string, code string, note string, url string, price string, k int, x double, n bigint, c decimal(10,2), dt date, ts timestamp, b boolean',
  rows: [
    [1, 'Ada Lovelace', 'ada@example.com', '+44 20 7946 0958', 'AB-123', 'Great product, would buy again!', 'https://example.com/a/b?x=1&y=2', '$1,234.50', 1, 0.5, 10n, '1.50', '2024-01-15', '2024-01-15T10:20:30Z', true], [2, '  grace  hopper ', 'Grace.Hopper@navy.mil', '(202) 555-0143', 'cd-007', 'Call 555-0100 before 9:30 <br> thanks', 'http://navy.mil/', '€ 99,90', -7, -12.25, -3n, '0.00', '1999-12-31', '1999-12-31T23:59:59.5Z', false], [3, 'José Ñandú', 'jose+tag@correo.es', '91 123 45 67', 'ef_9', 'Muy bueno; 10/10 #café #té', 'ftp://correo.es/x.tar.gz', '12', 42, 1e-5, 0n, '-3.25', '2020-02-29', '2020-02-29T00:00:00Z', N], [4, '李小龍', 'bruce@例え.jp', '080-1234-5678', 'GH 12', '很好，下次再買', 'https://例え.jp/路?q=値', '¥1200', 100, 1e7, 7n, '99.99', '1970-01-01', '1970-01-01T00:00:00Z', true],
    [5, "O'Neil, Shaq", 'not an address', '', '', '', '', '', 0, 0, 1n, '7.00', '2023-03-31', '2023-03-31T12:00:00Z', false], [6, N, N, N, N, N, N, N, N, N, N, N, N, N, N], [7, 'MÜLLER-Lüdenscheidt', 'a@b', '0049/30/123456', 'ZZ-99-A', 'line one\nline two\tand tab', 'example.com', '-5.00 USD', 5, 123456789.125, 12345678901n, '5.55', '2024-12-31', '2024-12-31T23:59:59Z', true], [8, 'x', 'x@y.z, q@w.e', '1', '123', 'a,b;c|d e', '/path/only', '3.14159', 3, 2.345, 3n, '3.00', '2022-06-15', '2022-06-15T06:07:08.009Z', N], [9, 'Zoë 😀 Smith', '', '+1-800-FLOWERS', '00012', '2024-03-01 ERROR [main] failed in 120 ms', 'https://example.com/?utm_source=mail', '1.000,00', 12, 1e20, 9n, '0.10', '2021-07-04', '2021-07-04T17:30:00Z', true], [10, 'Smith John Q', 'JOHN@EXAMPLE.COM', '555.0100', 'AB-124', '100% "quoted" \\ back', 'HTTPS://EXAMPLE.COM/A', '0', 8, 0.1, 8n, '8.00', '2024-02-29', '2024-02-29T08:00:00Z', false],
  ],
}; // prettier-ignore

/** A column of each type and literals, as parts of a text; extremes of them. */
const parts = ['k', 'n', 'c', 'dt', 'b', 'name', "'-'", '7'];
const extremes = ['imax', 'lmax', 'cmax', 'dx', 'b', 's', "'é '", '-1', 'h', 'y'];
/** Fractions and timestamps, whose text Sail writes in its own way. */
const ofOwnText = ['dmax', 'fmax', 'ts', 'tn'];
const lists = (columns: readonly string[], max: number): string[] =>
  subsets(columns, max).filter((list) => list.length > 1).map((list) => (list.length % 2 ? list : list.toReversed()).join(', ')); // prettier-ignore
const joined = ['concat($1)', "concat_ws('-', $1)"];

/** Functions that take numbers and dates for the text of them, on both engines. */
const ofAny = [
  ...call('upper lower length char_length octet_length bit_length', ['$1']), "contains($1, '1')", "startswith($1, '1')", "endswith($1, '1')", "translate($1, '01', 'xy')", "substring_index($1, '-', 1)", 'substring($1, 1, 4)', 'substring($1, 2)', 'substr($1, 1, 3)', 'substr($1, 2)', 'substr($1, -2)', 'substring($1, 0, 3)', 'left($1, 3)', 'right($1, 3)', "lpad($1, 6, '0')", "rpad($1, 6, ' ')", 'lpad($1, 8)', 'rpad($1, 3)', "overlay($1 placing 'x' from 2)", "concat($1, '!')", "concat('<', $1, '>')", "concat(upper(substring($1, 1, 1)), lower(substring($1, 2)))", "$1 || '!'", "'#' || $1", "concat_ws(' ', $1, code)", "concat_ws('|', $1, name, 'z')", 'hex($1)', 'hash($1)', 'xxhash64($1)', 'length($1) > 3', "if(length($1) > 3, 'long', left($1, 2))", "find_in_set($1, 'x,AB-123,1')", 'ascii($1)', 'cast($1 as string)', 'try_cast($1 as string)', "coalesce(cast($1 as string), 'n/a')", "$1 = cast($1 as string)",
]; // prettier-ignore
/** Functions that Sail gives text alone. */
const ofText = [
  ...call('ucase lcase trim ltrim rtrim btrim character_length reverse md5 sha1 soundex url_encode crc32 mask', ['$1']), "sha2($1, 256)", "base64(cast($1 as binary))",
  "instr($1, '1')", "locate('1', $1)", "locate('a', $1, 2)", "position('o' in $1)", "position('1', $1)", "replace($1, '1', 'x')", "replace($1, '-', '')", "replace($1, ' ')", "split($1, '-')", "split($1, ',')[0]", "split($1, ' ')[0]", "size(split($1, ' '))", "split($1, '-', 2)", "split_part($1, '-', 1)", "split_part($1, '-', -1)", "substring_index($1, '@', -1)", "translate($1, ' -', '')", 'substr($1, -3, 2)', 'substring($1, -2)', 'substring($1, -3, 2)', 'substring($1 from 2 for 3)', 'repeat($1, 2)', "lpad($1, 12, '*')", "trim('1' from $1)", "trim(both ' ' from $1)", "trim(leading '0' from $1)", "trim(trailing '0' from $1)", "ltrim('0', $1)", "btrim($1, '0')", "overlay($1 placing '_' from 2 for 1)", "levenshtein($1, 'Smith')", "elt(1, $1, 'z')",
  "$1 like '1%'", "$1 like '%a%'", "$1 like '_b%'", "$1 not like '%-%'", "$1 ilike 'A%'", "$1 not ilike '%smith%'", "lower($1) like '%smith%'", "$1 rlike '^[A-Z]'", "$1 not rlike '[0-9]'", "regexp_replace($1, '[0-9]', '#')", "regexp_extract($1, '[0-9]+', 0)", "regexp_like($1, '[0-9]+')", "$1 = ''", "trim($1) = ''", "$1 in ('x', '123', '7')", "$1 not in ('x', '')", "$1 between 'A' and 'a'", "$1 not between 'a' and 'm'", "nullif(trim($1), '')", "coalesce($1, 'unknown')", "coalesce(nullif(trim($1), ''), 'n/a')", "case when $1 like '%a%' then 'a' when $1 is null then 'none' else lower($1) end", "if(length($1) > 3, left($1, 3), $1)", "nvl($1, '-')", "nvl2($1, $1, 'x')", "$1 is null or $1 = ''",
]; // prettier-ignore
const withColumns = [
  "substring(name, k)", "substring(name, 1, k)", "substring(name, k, 2)", "substring(name, length(name) - 2)", "substring(name, 1, length(name) - 1)", "substring(name, instr(name, ' ') + 1)", "substr(mail, instr(mail, '@') + 1)", "substring(mail, 1, instr(mail, '@') - 1)", "left(mail, instr(mail, '@') - 1)", "right(name, length(name) - 1)", "left(name, k)", "right(name, k)", "repeat('*', k)", "repeat('ab', 3)", "repeat(code, k % 3)", "lpad(code, k, '0')", "rpad(name, 10, code)", "replace(name, code, 'x')", "replace(note, ' ', code)", "instr(note, code)", "locate(code, note)", "contains(note, code)", "startswith(mail, lower(substring(name, 1, 3)))", "endswith(url, code)", "levenshtein(name, mail)", "levenshtein(lower(name), lower(code))", "length(name) - length(replace(name, ' ', '')) + 1", "length(trim(name)) + length(code)", "split(mail, '@')[0]", "get(split(name, ' '), k)", "element_at(split(note, ' '), 1)", "element_at(split(note, ' '), -1)", "get(split(mail, '@'), 1)", "array_join(split(name, ' '), '-')", "array_join(reverse(split(code, '-')), '/')", "size(split(note, ','))", "split_part(url, '/', 3)", "split_part(mail, '@', 2)", "substring_index(url, '/', 3)", "substring_index(substring_index(url, '://', -1), '/', 1)", "translate(lower(name), 'áéíóúñ', 'aeioun')", "array_contains(split(note, ' '), 'again!')", "exists(split(note, ' '), w -> w like '%!')", "filter(split(note, ' '), w -> length(w) > 3)", "transform(split(code, '-'), p -> lpad(p, 4, '0'))", "array_distinct(split(lower(note), ' '))", "sort_array(split(name, ' '))", "array_sort(split(name, ' '))", "concat_ws(',', split(name, ' '))", "concat_ws('-', array(code, name))", "concat_ws(',', array('a', code), name)", "concat_ws(', ', transform(split(name, ' '), w -> upper(w)))", "aggregate(split(code, '-'), 0, (s, p) -> s + length(p))", "aggregate(split(code, '-'), '', (s, p) -> concat(s, p))", "upper(concat(name, ' ', code))", "trim(concat(' ', name, ' '))", "lower(trim(regexp_replace(name, ' +', ' ')))", "concat(left(code, 2), right(code, 2))", "concat(substring(phone, 1, 3), '***')", "concat(repeat('*', length(code)), '!')", "lpad(cast(k as string), 5, '0')", "concat('#', lpad(k, 4, '0'))", "concat(year(dt), '-', lpad(month(dt), 2, '0'))", "concat('Q', quarter(dt), ' ', year(dt))", "concat_ws('-', year(dt), month(dt))", "concat(round(c, 1), ' EUR')", "concat(cast(c as string), ' EUR')", "concat(name, ': ', k + 1)", "concat(name, ' (', coalesce(code, '?'), ')')", "concat_ws(' ', name, nullif(code, ''))", "format_string('%s has %d', name, k)", "format_string('%s', name)", "format_string('%d', k)", "format_string('%d', n)", "format_string('%05d', n)", "format_string('%03d', k)", "format_string('%s-%s', code, name)", "format_string('%s-%s', code, k)", "format_string('%s/%s/%s', code, k, n)", "format_string('%.1f', x)", "format_string('%.2f', x)", "format_string('%.2f%%', x)", "format_string('%.0f', x)", "format_string('%,d', n)", "format_string('%s %s', name, dt)", "format_string('%s %.2f', name, x)", "format_string('%02d:%02d', k, k)", "printf('%s-%s', code, name)", "printf('%d', k)", "format_string('%s', c)", "format_string('%s', b)", "format_number(x, 2)", "format_number(k, 0)", "format_number(c, 2)", "to_char(k, '999')", "chr(65)", "char(10)", "space(2)", "concat(name, space(2), code)",
]; // prettier-ignore

/** Patterns by which users search, cut and check text; those with a group also extract it. */
const patterns = [
  '[^0-9]', '[0-9]+', '[^A-Za-z]', '[^a-zA-Z0-9 ]', '[^a-zA-Z0-9]+', ' +', ' {2,}', '[-_ ]', '[aeiou]', '^0+', '0+$', ',', '[,;|]', ' *, *', r`\\s+`, r`^\\s+|\\s+$`, r`\\d+`, r`\\D`, r`\\d{3}`, r`\\d{2,4}`, r`\\W+`, r`\\w+`, r`[^\\w\\s]`, r`[^\\d.]`, r`[^\\d]`, r`[^\\d.-]`, r`[\\s,;]+`, r`[\\s-]+`, r`[\\d]+`, r`[\\w.]+`, r`[$,]`, r`[$€¥]`, r`[^0-9.\\-]`, r`\\.`, r`\\(|\\)`, r`[()]`, r`[()\\s-]`, r`<[^>]+>`, r`<.*?>`, r`#\\w+`, r`https?://[^\\s]+`, r`^https?://`, r`^(https?)://([^/]+)`, r`://([^/:?]+)`, r`[?&]x=([^&]*)`, r`\\?.*$`, r`/+$`, r`^[^@]+@[^@]+\\.[a-z]+$`, r`^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$`, r`^[\\w.+-]+@[\\w-]+\\.[\\w.]+$`, r`@(.+)$`, r`([^@]+)@`, r`^(\\w+)`, r`(\\w+)$`, r`(\\d+)-(\\d+)`, r`^([A-Z]{2})-(\\d+)$`, r`([A-Za-z]+)[-_ ]?([0-9]+)`, r`^[A-Z]{2}-[0-9]{3}$`, r`^\\d+$`, r`^-?\\d+(\\.\\d+)?$`, r`^[0-9]*$`, r`(\\d{4})-(\\d{2})-(\\d{2})`, r`(\\d{1,2}):(\\d{2})`, r`\\b\\d+\\b`, r`\\b[A-Z]`, r`(?i)error|fail`, r`(?i)smith`, r`(ERROR|WARN|INFO)`, r`\\[(.*?)\\]`, r`in (\\d+) ms`, r`^.`, r`.$`, r`^(.)(.*)$`, r`[\\r\\n]+`, r`\\n`, r`\\t`, r`[\\n\\t]`, r`[\\t\\n\\r ]+`, r`[^\\p{L}\\p{N}]+`, r`[^\\p{L} ]`, r`\\p{L}+`, r`\\p{Lu}`, r`\\p{Punct}`, r`\\p{Alpha}+`, r`[^\\x00-\\x7F]`, r`[^\\p{ASCII}]`, r`[^ -~]`, '[à-ü]', '[^a-zà-ü ]', r`[ \\t\\n\\x0B\\f\\r]`, r`[^ \\t\\n\\x0B\\f\\r]+`, r`[^ \\t\\n\\x0B\\f\\r,]`, r`[^\\p{L}\\p{N} \\t\\n\\x0B\\f\\r]+`, r`[\\p{L}\\p{N}]+`, r`[^\\s,]+`, r`[^\\w]`, r`[^\\w ]+`, r`[\\W_]+`, '_+', 'a|e|i', '(a|b)c?', '"', '%', r`\\|`, r`\\$`, r`\\+`, r`\\\\`,
]; // prettier-ignore
const grouped = patterns.filter((p) => /\((?!\?)/.test(p.replaceAll(/\\\\\(|\[.*?\]/g, '')));
/** Where what may be empty is cut is left to the area of regular expressions. */
const cuts = patterns.filter((p) => !p.endsWith('*') && !/^\^?\[0-9\]\*/.test(p));
const searched = [
  ...fill(["note rlike '$1'", "regexp_extract(note, '$1', 0)", "regexp_count(phone, '$1')"], patterns),
  ...fill(["mail not rlike '$1'", "regexp_like(code, '$1')", "regexp_extract(url, '$1', 0)"], patterns.filter((_, i) => i % 3 === 0)),
  ...fill(["regexp_replace(note, '$1', '')", "regexp_replace(name, '$1', ' ')", "split(note, '$1')"], cuts),
  ...fill(["regexp_extract(note, '$1', 1)", "regexp_extract(url, '$1', 1)", "regexp_extract(code, '$1')", "regexp_extract_all(note, '$1', 1)"], grouped),
  ...fill(["regexp_replace(code, '$1', '<$2>')", "regexp_replace(note, '$1', '-$2')"], grouped, ['$1']),
  ...fill(["regexp_extract_all(note, '$1', 0)", "regexp_substr(note, '$1')", "regexp_instr(note, '$1')"], [r`\\d+`, '[0-9]+', r`\\w+`, r`#\\w+`, '[a-z]+']),
  ...fill(["cast(nullif(regexp_replace($1, '[^0-9]', ''), '') as bigint)", "length(regexp_replace($1, '[^0-9]', ''))", "size(split($1, '[,;]'))", "upper(regexp_extract($1, '([a-z]+)', 1))", "regexp_extract($1, '[0-9]+', 0) = ''", "coalesce(nullif(regexp_extract($1, '([0-9]+)', 1), ''), '0')", "regexp_replace(regexp_replace($1, '[^a-z]', ''), 'a+', 'a')", "try_cast(regexp_replace($1, '[$,]', '') as double)", "try_cast(regexp_replace($1, '[^0-9.]', '') as int)"], ['price', 'code', 'phone']),
]; // prettier-ignore

/** Functions of functions. */
const outer = [...call('upper lower trim reverse length', ['$1']), "replace($1, 'a', 'b')", 'substring($1, 2, 3)', 'left($1, 4)', "lpad($1, 9, '.')", "concat($1, '.')", "$1 like '%a%'", "split($1, ' ')"]; // prettier-ignore
const inner = [...call('upper trim reverse', ['name']), "replace(name, ' ', '')", 'substring(note, 1, 5)', 'concat(mail, code)', "coalesce(code, '')", "nullif(mail, '')", "regexp_replace(note, '[0-9]', '')"]; // prettier-ignore

/** Text: parts of all types put together, taken apart, searched, padded, cut. */
export const text: Case[] = [
  ...expressionCases(t, 't', 'id', fill(joined, lists(parts, 4))),
  ...expressionCases(v, 'v', 'id', [...fill(joined, lists(extremes, 2)), ...fill(['concat($1, $2)', "concat_ws(' ', $2, $1)", '$1 || $2'], ofOwnText, ['s', "'-'", 'i'])]),
  ...expressionCases(t, 't', 'id', fill(['$1 || $2', '$2 || $1', 'concat($1, $1)'], parts, ['name', "'-'", 'k'])),
  ...expressionCases(t, 't', 'id', [...fill(ofAny, ['name', 'k', 'n', 'dt', 'c']), ...fill(ofText, ['name', 'code', 'cast(k as string)']), ...withColumns]),
  ...expressionCases(t, 't', 'id', [...searched, ...fill(outer, inner)]),
]; // prettier-ignore

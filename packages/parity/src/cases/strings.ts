import type { Area } from './case.ts';
import { expressions } from './case.ts';
import { v } from './values.ts';

/** Functions of text and bytes. */
export const strings: Area = {
  name: 'strings',
  cases: expressions({ v }, 'v', 'id', [
    'upper(s)', 'lower(s)', 'ucase(s)', 'lcase(s)', 'initcap(s)', 'length(s)', 'char_length(s)', 'character_length(s)', 'len(s)', 'octet_length(s)', 'bit_length(s)', 'length(u)', 'octet_length(u)', 'reverse(s)', 'ascii(s)',
    'trim(s)', 'ltrim(s)', 'rtrim(s)', 'btrim(s)', "btrim(s, ' a')", "trim(both 'H' from s)", "trim(leading ' ' from s)", "trim(trailing from s)", "ltrim('H', s)", 'trim(w)', "ltrim(s, 'H')",
    'concat(s, s2)', "concat(s, '-', s2)", 'concat(s)', 'concat(s, i)', 'concat(w, s, s2)', "concat('a', 'b')", 'concat(i, j)', 'concat(s, dt)', "concat(s, null)", 'concat(u, u)', "concat(w, '_', w)", "concat(i, '-', j)", 'concat(s, l)', 'concat(s, d)', "concat(dt, ' ', ts)",
    "concat_ws(',', s, s2)", "concat_ws('-', w, s, s2)", "concat_ws(',', as_)", "concat_ws(',', s, as_)", "concat_ws('', s, s2)", "concat_ws(',', s, i)", "concat_ws(s2, s, w)", "concat_ws(' ', w)", "concat_ws(',')",
    'substring(s, 1, 3)', 'substring(s, 2)', 'substring(s, -3)', 'substring(s, -3, 2)', 'substring(s, 0, 2)', 'substring(s, 100)', 'substr(s, 2, 2)', 'substr(s, 3)', 'substring(s from 2 for 3)', 'substring(s, j, 2)', 'substring(s, 1, j)', 'substring(s, j)', 'substring(u, 1, 1)', 'substring(s, 1, 0)', 'substring(s, 1, -1)', 'substring(s, 2147483647, 1)', 'substring(s, j, j)',
    'left(s, 2)', 'right(s, 2)', 'left(s, 0)', 'right(s, 0)', 'left(s, -1)', 'left(s, j)', 'right(s, j)', 'right(s, 100)',
    "lpad(s, 8, '*')", "rpad(s, 8, '*')", 'lpad(s, 8)', 'rpad(s, 8)', "lpad(s, 3, 'ab')", "lpad(w, 10, '')", "lpad(s, j, '0')", "rpad(s, 12, 'xy')", "lpad(s, 0, 'x')", "lpad(cast(i as string), 6, '0')",
    'repeat(s, 2)', 'repeat(s, 0)', 'repeat(w, j)', 'repeat(s, -1)', "space(3)", 'space(j)', 'space(0)',
    "replace(s, 'l', 'L')", "replace(s, 'l')", "replace(s, '', 'x')", "replace(s, s2, '_')", 'replace(s, s2, w)', "translate(s, 'abc', 'xyz')", "translate(s, 'lo', 'x')", "translate(s, '', '')", "translate(w, 'aeiou', '12345')", "translate(w, 'aa', 'xy')",
    "instr(s, 'o')", 'instr(s, s2)', "instr(s, '')", "locate('o', s)", "locate('o', s, 6)", "locate('', s)", "locate('l', s, 0)", 'locate(s2, s)', "position('o', s)", "position('o' in s)", "position('o', s, 6)", "find_in_set('b', s)", "find_in_set('apple', w)", "find_in_set(w, 'apple,SQL')",
    "contains(s, 'o')", 'contains(s, s2)', "startswith(s, 'H')", 'startswith(s, s2)', "endswith(s, 'd')", 'endswith(s, s2)', "contains(s, '')", "startswith(s, '')", "contains(s, null)",
    "s like 'H%'", "s like '%o%'", "s like '_e%'", "s not like '%l%'", "w like 'a%'", "s like ''", "s like '%'", "s like w", String.raw`s like '%\\%%'`, "s ilike 'h%'", "w not ilike 'A%'", "s like '%\n%'", "s like 'H%d'", "like(s, 'H%')", "ilike(s, 'h%')", "s like 'ü%'", "s ilike 'Ü%'", "s like '%x%' escape '!'", "s like any ('H%', '%x')", "s like all ('H%', '%d')", "s like '_😀_'",
    "split_part(s, ',', 1)", "split_part(s, ',', 2)", "split_part(s, ',', -1)", "split_part(s, '', 1)", "split_part(s, ' ', 5)", "substring_index(s, ',', 1)", "substring_index(s, ',', -1)", "substring_index(s, ',', 2)", "substring_index(s, ' ', 1)", "substring_index(s, '', 1)", "substring_index(s, ',', 0)",
    'levenshtein(s, s2)', 'levenshtein(w, s)', "levenshtein(w, 'apple')", 'levenshtein(s, w, 3)', 'soundex(w)', 'soundex(s)', 'jaro_winkler_similarity(w, s)',
    'chr(65)', 'chr(i)', 'char(97)', 'chr(0)', 'chr(256)', 'chr(-1)', 'hex(s)', 'hex(i)', 'hex(l)', 'hex(u)', 'unhex(hs)', 'base64(u)', 'unbase64(b64)', 'bin(l)', 'bin(i)',
    "md5(s)", 'md5(u)', 'sha(s)', 'sha1(s)', 'sha1(u)', 'sha(u)', 'sha2(u, 0)', 'sha2(u, 224)', 'sha2(u, 384)', 'sha2(u, 512)', 'sha2(s, 256)', 'sha2(s, 512)', 'sha2(s, 0)', 'sha2(s, 224)', 'sha2(s, 384)', 'sha2(u, 256)', 'crc32(s)', 'crc32(u)', 'hash(s)', 'hash(i)', 'hash(i, s)', 'hash(d)', 'hash(l)', 'hash(ai)', 'hash(dt)', 'hash(c)', 'hash(b)', 'hash(ts)', 'xxhash64(s)', 'xxhash64(i)', 'xxhash64(i, s)', 'xxhash64(d)', 'xxhash64(l)',
    "encode(s, 'UTF-8')", "encode(s, 'UTF-16')", "encode(w, 'US-ASCII')", "decode(cast(s as binary), 'UTF-8')", "to_binary(hs, 'hex')", "to_binary(b64, 'base64')", "to_binary(s, 'utf-8')", "try_to_binary(hs, 'hex')",
    'format_number(d, 2)', 'format_number(i, 0)', 'format_number(l, 2)', 'format_number(c, 1)', "format_number(d, '#,###.00')", 'format_number(dmax, 2)', 'format_number(d, 0)', 'format_number(d, j)',
    "format_string('%s-%d', s, i)", "format_string('%05d', i)", "format_string('%.2f', d)", "format_string('%s', s)", "format_string('%d%%', i)", "printf('%s', s)", "printf('%x', i)", "format_string('%10s|%-10s', w, w)", "format_string('%e', d)",
    "to_char(i, '99999')", "to_char(i, '000000')", "to_char(c, '999,999,999.99')", "to_char(d, '9.9')", "to_char(c, '$99.99')", "to_varchar(i, '99999')", "to_number('123', '999')", "try_to_number(ns, '99999')", "try_to_number(bad, '999')",
    "elt(1, s, s2)", "elt(2, s, s2)", "elt(id % 3 + 1, 'a', 'b', 'c')", "overlay(s placing '_' from 2)", "overlay(s placing 'xyz' from 2 for 1)", "overlay(s, '_', 3)", "mask(s)", "mask(s, 'Q', 'q', 'd', 'o')", "conv(ns, 10, 16)", "conv('ff', 16, 10)", "conv(ns, 10, 2)", "conv(hs, 16, 10)", 'conv(bad, 10, 16)', "conv('-1', 10, 16)",
    'url_encode(s)', 'url_decode(url_encode(s))', "parse_url(url, 'HOST')", "parse_url(url, 'PATH')", "parse_url(url, 'QUERY')", "parse_url(url, 'QUERY', 'x')", "parse_url(url, 'PROTOCOL')", "parse_url(url, 'REF')", "parse_url(url, 'FILE')", "parse_url(url, 'AUTHORITY')", "parse_url(url, 'USERINFO')", "try_parse_url(url, 'HOST')",
    'sentences(s)', "str_to_map(s, ',', ':')", "str_to_map('a:1,b:2')", "quote(s)", 'is_valid_utf8(s)', 'luhn_check(ns)', 'isnull(s)', 'collation(s)',
    'split(s, \',\')', "split(s, '')", "split(s, ' ')", "split(s, ',', 2)", "split(s, ',', -1)", "split(s, ',', 0)", "split(s, '[, ]')", "split(s, 'o')", "split(s, ',')[0]", "split(s, '\\\\s+')", "split(s, 'x', 1)", "split(w, 'a')", 'split(s, s2)', "split(w, '')", "size(split(s, ','))",
  ]).concat(
    expressions({ v }, 'v', 'id', ["elt(i, s, s2)", "to_binary(s, 'hex')", "to_number(bad, '999')", "url_decode(s)", 'unhex(s)', "parse_url('http://a b', 'HOST')"], { fails: true }).filter((c) => /elt|to_number/.test(c.sql)),
  ),
}; // prettier-ignore

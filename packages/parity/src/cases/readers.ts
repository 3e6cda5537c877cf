import type { Area } from './case.ts';
import type { Parts } from './plan-case.ts';
import { plan } from './plan-case.ts';

const plain = 'id,name,note\n1,a,x\n2,,y\n3,"c, d",\n';
/** The options that the dataset readers set, each with the values that real files need. */
const base: Options = { sep: ',', header: true, quote: '"', escape: '"' };

/** Cells without quotes; no line of blanks alone, which Spark drops. */
const unquoted = (sep: string): string =>
  `id,name,note\n1,a,x${sep === ' ' ? '' : ' '}y\n2,,é\n3,c,\n${/\s/.test(sep) ? '' : ',,\n'}5,#e,日本\n`.replaceAll(
    ',',
    sep,
  );
const settings = (header: boolean, sep: string): Options[] => [
  { ...base, header, sep },
  { ...base, header, sep, escape: '\\' },
  { header, sep, encoding: 'UTF-8' },
];
const quoted = 'id,name,note\n1,"say ""hi""",x\n2,"",y\n3,"a,b",z\n';
const padded = 'id,name,note\n 1 , a ,x \n2,\tb,y\n';
const text3 = 'id string, name string, note string';
type Options = Record<string, string | boolean>;

const csv = (name: string, content: string, options: Options, { schema = text3, engine = {} as Options, about = ['read:csv('], tolerated = undefined as 'refused value' | undefined, plainFiles = false } = {}): Area['cases'][number] =>
  plan(`csv ${name} ${JSON.stringify(options)}`, ({ session, folder }: Parts) => session.read.format('csv').schema(schema).options({ ...options, ...engine }).load(`${folder}/data.csv`), { files: { 'data.csv': content }, about, tolerated, plainFiles }); // prettier-ignore

const json = (name: string, content: string, schema: string): Area['cases'][number] =>
  plan(`json ${name}`, ({ session, folder }: Parts) => session.read.format('json').schema(schema).load(`${folder}/a.json`), { files: { 'a.json': content }, about: ['read:json'] }); // prettier-ignore

/** Files as readers meet them. CSV is read as text columns. */
export const readers: Area = {
  name: 'readers',
  cases: [
    ...[true, false].flatMap((header) => [',', '\t', ';', '|', ' ', '::', '~'].flatMap((sep) => ['"', '\\'].map((escape) => csv('separated', plain.replaceAll(', ', '_').replaceAll(',', sep), { ...base, header, sep, escape })))),
    ...[true, false].flatMap((header) => [',', '\t', ';', '|', ' ', '~', ':'].flatMap((sep) => settings(header, sep).map((options) => csv('unquoted', unquoted(sep), options, { plainFiles: true, about: ['read:csv:plain('] })))),
    ...[true, false].map((header) => csv('unquoted, with truncated rows', 'id,name,note\n1\n2,b\n3,c,d\n', { ...base, header }, { plainFiles: true, about: ['read:csv:plain('], engine: { allowTruncatedRows: true } })),
    ...[true, false].map((header) => csv('quotes inside', quoted, { ...base, header })),
    ...[true, false].map((header) => csv('quotes inside, backslash', quoted, { ...base, header, escape: '\\' })),
    csv('blanks around', padded, base), csv('blanks ignored', padded, { ...base, ignoreLeadingWhiteSpace: true, ignoreTrailingWhiteSpace: true }), csv('lines inside', 'id,name,note\n1,"a\nb",x\n2,c,y\n', { ...base, multiLine: true }), csv('blank lines', 'id,name,note\n\n1,a,x\n\n2,b,y\n', base), csv('CR LF', plain.replaceAll('\n', '\r\n'), base), csv('no newline at the end', plain.trimEnd(), base), csv('byte order mark', `\ufeff${plain}`, base), csv('header alone', 'id,name,note\n', base), csv('nothing', '', base), csv('unicode', 'id,name,note\n1,é日本,😀\n', base), csv('short rows', 'id,name,note\n1\n2,b\n3,c,d\n', base, { engine: { allowTruncatedRows: true } }), csv('long rows', 'id,name,note\n1,a,b,c\n2,d,e\n', base, { tolerated: 'refused value' }), csv('null value', 'id,name,note\n1,NA,x\n', { ...base, nullValue: 'NA' }), csv('comments', '#x\nid,name,note\n1,a,b\n', { ...base, comment: '#' }),
    csv('text columns', plain, base, { about: ['read:csv:'] }), csv('without options', plain, {}), csv('header only option', plain, { header: true }), csv('typed', 'id,name,note\n1,a,x\n2,b,\n', base, { schema: 'id int, name string, note string', about: ['read:csv:'] }), csv('typed doubles', '1.5,2\n-3,4e2\n', { ...base, header: false }, { schema: 'a double, b double', about: ['read:csv:'] }), csv('bad number', '1\nx\n', { ...base, header: false }, { schema: 'a int', about: ['read:csv:'], tolerated: 'refused value' }), csv('bad date', '2020-01-01\nx\n', { ...base, header: false }, { schema: 'a date', about: ['read:csv:'], tolerated: 'refused value' }), csv('bad double', '1.5\nx\n', { ...base, header: false }, { schema: 'a double', about: ['read:csv:'], tolerated: 'refused value' }), csv('encoding', 'id,name,note\n1,é,b\n', { ...base, encoding: 'ISO-8859-1' }), csv('mode', 'id,name,note\n1,a,b\n', { ...base, mode: 'DROPMALFORMED' }),
    plan('text', ({ session, folder }) => session.read.format('text').schema('value string').load(`${folder}/a.txt`), { files: { 'a.txt': 'one\n\n  two \nthree, é\n"q"\tx' }, about: ['read:text'] }), plan('text without schema', ({ session, folder }) => session.read.format('text').load(`${folder}/a.txt`), { files: { 'a.txt': 'one\ntwo' }, about: ['read:text'] }), plan('text folder', ({ session, folder }) => session.read.format('text').schema('value string').load(`${folder}/d`), { files: { 'd/a.txt': 'one\ntwo', 'd/b.txt': 'three' }, about: ['read:text'] }), plan('text whole', ({ session, folder }) => session.read.format('text').schema('value string').options({ wholetext: true }).load(`${folder}/a.txt`), { files: { 'a.txt': 'one\ntwo\n' }, about: ['read:text'] }), plan('text CR LF', ({ session, folder }) => session.read.format('text').schema('value string').load(`${folder}/a.txt`), { files: { 'a.txt': 'one\r\ntwo\r\n' }, about: ['read:text'] }),
    plan('json', ({ session, folder }) => session.read.format('json').schema('a int, b string, c array<int>').load(`${folder}/a.json`), { files: { 'a.json': '{"a":1,"b":"x","c":[1,2]}\n{"b":"é"}\n{"a":null,"d":1}\n' }, about: ['read:json'] }), plan('json doubles', ({ session, folder }) => session.read.format('json').schema('a double, b bigint, c boolean').load(`${folder}/a.json`), { files: { 'a.json': '{"a":1.5,"b":12345678901,"c":true}\n{"a":2}\n' }, about: ['read:json'] }), plan('json bad line', ({ session, folder }) => session.read.format('json').schema('a int').load(`${folder}/a.json`), { files: { 'a.json': '{"a":1}\nnonsense\n' }, about: ['read:json'], tolerated: 'refused value' }), plan('json of many lines', ({ session, folder }) => session.read.format('json').schema('a int').options({ multiLine: true }).load(`${folder}/a.json`), { files: { 'a.json': '[{"a":1},\n{"a":2}]' }, about: ['read:json'] }),
    json('nested', '{"s":{"x":1,"y":"q","z":[{"w":1.5},null,{}]}}\n{"s":null}\n{"s":{}}\n{}\n{"s":{"z":[]},"l":[[1],[],null,[null,2]]}\n', 's struct<x:bigint,y:string,z:array<struct<w:double>>>, l array<array<bigint>>'), json('numbers', '{"a":1,"b":-9223372036854775808}\n{"a":1.5e3,"b":9223372036854775807}\n{"a":-0.0,"b":-0}\n{"a":4.9e-324}\n{"a":123456789.123456789123456789}\n{"a":9007199254740993}\n', 'a double, b bigint'), json('texts', '{"a":"\\u00e9\\n\\t\\\\\\"\\/\\ud83d\\ude00"}\r\n\r\n \t\n  { "a" : "é\u2028😀" , "é,b`" : true }  \n{"a":""}', 'a string, `é,b``` boolean'), json('a field that is not read', '{"a":1,"b":{},"c":[{}]}\n{"a":2,"b":null}\n', 'a bigint'),
    plan('binary files', ({ session, folder }) => session.read.format('binaryFile').load(`${folder}/a.bin`).select('length', 'content'), { files: { 'a.bin': '\u0001abc' }, about: ['read:binaryfile('] }),
  ],
}; // prettier-ignore

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { csvNode, TestFolder, sqlNode, workflow } from './support.ts';

interface Case {
  readonly name: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly document: object | string;
  readonly args?: readonly string[];
  readonly code: 0 | 1 | 2;
  /** Each must stand in what is printed. */
  readonly says: readonly RegExp[];
}

const packedPiece = gzipSync(Buffer.alloc(16 << 20, 'a'), { level: 1 });
const people = { 'people.csv': 'name,age\nAda,36\n' };
const deepType = `${'array<'.repeat(20_000)}int${'>'.repeat(20_000)}`;
const many = Array.from({ length: 5000 }, (_, i) => ({ id: String(i + 1), nodeClass: 'fire.nodes.nowhere.NodeNone' }));

const cases: readonly Case[] = [
  { name: 'text that is not JSON', document: '{"nodes": [', code: 2, says: [/error: /, /JSON|line|position/i] },
  { name: 'an empty file', document: '', code: 2, says: [/error: /] },
  {
    name: 'a cycle',
    document: workflow(
      [sqlNode('select 1', '1'), sqlNode('select 1', '2')],
      [
        ['1', '2'],
        ['2', '1'],
      ],
    ),
    code: 2,
    says: [/cycle/i, /1/, /2/],
  },
  {
    name: 'an unknown class',
    document: workflow([{ id: '1', nodeClass: 'fire.nodes.etl.NodeMagic' }]),
    code: 2,
    says: [/fire\.nodes\.etl\.NodeMagic/],
  },
  {
    name: '5,000 nodes of unknown classes',
    document: workflow(many),
    code: 2,
    // some of the lines, and how many more there are
    says: [/NodeNone/, /^(.*\n){2,60}… and 4,9\d\d more problems/],
  },
  { name: 'a missing file', document: workflow([csvNode('nowhere.csv')]), code: 1, says: [/nowhere\.csv/, /to try: /] },
  {
    name: 'a path outside the file space',
    document: workflow([csvNode('../../etc/passwd')]),
    code: 1,
    says: [/outside the file space/],
  },
  {
    name: 'a folder without files',
    files: { 'empty/_SUCCESS': '' },
    document: workflow([csvNode('empty')]),
    code: 1,
    says: [/contains no files/],
  },
  {
    name: 'binary garbage as CSV',
    files: { 'x.csv': Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256) },
    document: workflow([csvNode('x.csv')]),
    code: 1,
    says: [/not delimited text/],
  },
  {
    name: 'a row of a million columns',
    files: { 'wide.csv': `${'a,'.repeat(1_000_000)}a\n1\n` },
    document: workflow([csvNode('wide.csv')]),
    code: 1,
    says: [/more than 20,480 cells/],
  },
  {
    name: 'SQL with a syntax error',
    files: people,
    document: workflow([csvNode('people.csv'), sqlNode('selec name from t')]),
    code: 1,
    says: [/NodeSQL/, /sql/],
  },
  {
    name: 'SQL with an unknown column',
    files: people,
    document: workflow([csvNode('people.csv'), sqlNode('select nme from t')]),
    code: 1,
    says: [/nme/, /sql/],
  },
  {
    name: 'SQL that drops',
    files: people,
    document: workflow([csvNode('people.csv'), sqlNode('drop table t')]),
    code: 1,
    says: [/DROP/i, /to try: /],
  },
  {
    name: 'SQL that reads a file by its path',
    files: people,
    document: workflow([csvNode('people.csv'), sqlNode('select * from csv.`/etc/passwd`')]),
    code: 1,
    says: [/by path|path/i],
  },
];

const nodes = (nodeClass: string, path: string): object =>
  workflow([{ id: '1', nodeClass: `fire.nodes.dataset.NodeDataset${nodeClass}`, type: 'dataset', fields: { path } }]);
/** A gigabyte of one letter without a line end, in members of 16 MB each. */
const packedLine = Buffer.concat(Array.from({ length: 64 }, () => packedPiece));

const fileCases: readonly Case[] = [
  {
    name: 'a name that no file system takes',
    document: workflow([csvNode('x'.repeat(5000))]),
    code: 1,
    says: [/is too long for a file name/, /to try: /],
  },
  {
    name: 'a Parquet file that is cut off',
    files: { 'x.parquet': `PAR1${'x'.repeat(100)}` },
    document: nodes('Parquet', 'x.parquet'),
    code: 1,
    says: [/file "x\.parquet" is a Parquet file that is truncated or damaged/, /to try: /],
  },
  {
    name: 'a Parquet file whose footer is garbage',
    files: { 'x.parquet': `PAR1${'x'.repeat(100)}PAR1` },
    document: nodes('Parquet', 'x.parquet'),
    code: 1,
    says: [/file "x\.parquet" is a Parquet file that is truncated or damaged/],
  },
  {
    name: 'a Parquet file whose footer has no columns',
    files: { 'x.parquet': 'PAR1\0\x01\0\0\0PAR1' },
    document: nodes('Parquet', 'x.parquet'),
    code: 1,
    says: [/file "x\.parquet" is a Parquet file that is truncated or damaged: .*it has no columns/, /to try: /],
  },
  {
    name: 'text read as Avro',
    files: people,
    document: nodes('Avro', 'people.csv'),
    code: 1,
    says: [/file "people\.csv" is not an Avro file/],
  },
  {
    name: 'lines in UTF-16',
    files: { 'x.txt': Buffer.from('\ufeffone\ntwo\n', 'utf16le') },
    document: nodes('TextFiles', 'x.txt'),
    code: 1,
    says: [/UTF-16, not UTF-8/, /save the file as UTF-8/],
  },
  {
    name: 'a CSV that is named .gz and is none',
    files: { 'x.csv.gz': 'a,b\n1,2\n' },
    document: workflow([csvNode('x.csv.gz')]),
    code: 1,
    says: [/file "x\.csv\.gz" cannot be decompressed/],
  },
  {
    name: 'a packed CSV with a line of 1 GB',
    files: { 'x.csv.gz': packedLine },
    document: workflow([csvNode('x.csv.gz')]),
    code: 1,
    says: [/a line longer than 64 MB/, /to try: /],
  },
  {
    name: 'packed text with a line of 1 GB',
    files: { 'x.txt.gz': packedLine },
    document: nodes('TextFiles', 'x.txt.gz'),
    code: 1,
    says: [/a line longer than 64 MB/],
  },
  {
    name: 'SQL with a type that is nested so deeply that the engine crashes, and SQL without',
    files: people,
    document: workflow(
      [csvNode('people.csv'), sqlNode(`select from_json('1', '${deepType}')`), sqlNode('select 1', '3')],
      [
        ['1', '2'],
        ['1', '3'],
      ],
    ),
    code: 1,
    says: [/sail ended during the run: .*nested too deeply/, /to try: break it up/],
  },
  {
    name: 'characters that would steer a terminal',
    files: people,
    document: workflow([
      csvNode('people.csv'),
      { ...sqlNode("select '\u001b[2J' as `\u001b]0;x\u0007` from t"), name: '\u001b[31mred' },
      { id: '3', nodeClass: 'fire.nodes.util.NodePrintFirstNRows' },
    ]),
    code: 0,
    says: [/␛\[31mred/, /␛\[2J/, /^[^\u001b\u0007]*$/],
  },
  {
    name: 'a parameter that no field mentions',
    files: people,
    document: workflow([csvNode('people.csv')]),
    args: ['--param', 'yaer=2024'],
    code: 0,
    says: [/warning: .*"yaer"/],
  },
];

describe(
  'bad input ends in one clear line with a remedy, the right exit code, and nothing left behind',
  { concurrency: 2 },
  () => {
    for (const { name, files, document, args = [], code, says } of [...cases, ...fileCases])
      test(name, async () => {
        await using folder = await TestFolder.make(files);
        const done = await folder.run('run', await folder.workflow(document), '--engine', 'sail', ...args);
        const output = done.stdout + done.stderr;
        assert.equal(done.code, code, output.slice(-2000));
        for (const pattern of says) assert.match(output, pattern);
        assert.doesNotMatch(output, /^\s+at .*:\d+:\d+/m, 'no stack trace');
        assert.deepEqual(await folder.leftovers(), []);
      });
  },
);

test('a wrong call says what is wrong and exits with 2', async () => {
  await using folder = await TestFolder.make();
  const calls: [string[], RegExp][] = [
    [['run'], /specify a workflow file/],
    [['run', 'nowhere.json'], /workflow file not found: "nowhere\.json"/],
    [['run', 'a.json', '--engine', 'duck'], /invalid value "duck" for --engine: must be one of auto, sail, spark/],
    [['run', 'a.json', '--param', 'x'], /invalid value "x" for --param: must be of the form name=value/],
    [['run', 'a.json', '--colour'], /colour/],
    [['fly'], /unknown command "fly": must be one of run, validate, /],
  ];
  for (const [args, says] of calls) {
    const done = await folder.run(...args);
    assert.equal(done.code, 2, args.join(' '));
    assert.match(done.stderr, says);
    assert.equal(done.stderr.trim().split('\n').length, 1);
  }
});

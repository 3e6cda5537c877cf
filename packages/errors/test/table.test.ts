import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { errorCodes } from '../src/codes.ts';
import { codesTable } from '../src/codes-page.ts';
import { runError, type ErrorKind } from '../src/index.ts';
import { errorRules } from '../src/table.ts';

/** A value for each parameter of any kind: sentences must come out whole whatever it holds. */
const anyParams = new Proxy<Readonly<Record<string, unknown>>>(
  {},
  {
    get: (_, name) => {
      if (['names', 'columns', 'features'].includes(String(name))) return ['a', 'b'];
      if (name === 'others') return [3, 4];
      const counts = ['at', 'count', 'limit', 'bytes', 'seconds', 'received', 'length', 'status', 'size'];
      return counts.includes(String(name)) ? 7 : 'some text';
    },
  },
);

const kinds = Object.keys(errorRules) as ErrorKind[];
const errorOf = (kind: ErrorKind) => runError(kind, anyParams as never);

/** Kinds whose texts come from elsewhere. */
const passedOn: ReadonlySet<string> = new Set([
  'unsafe-sql',
  'engine-not-started',
  'engine-lost',
  'engine-failed',
  'bad-field',
  'dataset-unreadable',
  'prediction-failed',
]);

/** Codes of errors that other classes carry. */
const ofOthers: ReadonlySet<string> = new Set(['UNKNOWN_NODE', 'WRONG_FIELD']);

describe('every kind of error', () => {
  for (const kind of kinds)
    test(`${kind} has a message and a remedy of one line, in lower case and without a final period`, () => {
      const { message, remedy } = errorOf(kind);
      for (const text of [message, remedy]) {
        assert.match(text, /^[a-z"\d]/);
        assert.doesNotMatch(text, /\.$|\n|undefined|\[object|NaN\b(?!")| {2}/);
      }
    });

  test('is named in kebab-case', () => {
    assert.deepEqual(
      kinds.filter((kind) => !/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(kind)),
      [],
    );
  });

  test('has a sentence of its own', () => {
    const sentences = kinds
      .filter((kind) => !passedOn.has(kind))
      .map((kind) => [errorOf(kind).message, errorOf(kind).remedy].join('; '));
    assert.deepEqual(
      sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i),
      [],
    );
  });

  test('passes the texts of others on as they are', () => {
    const texts = { message: 'it failed', remedy: 'try again', problem: 'it failed' };
    for (const kind of passedOn) assert.equal(runError(kind as ErrorKind, texts as never).message, 'it failed', kind);
  });
});

describe('the codes', () => {
  test('are all used, and have a meaning of their own', () => {
    const used = new Set<string>(kinds.map((kind) => errorRules[kind].code));
    assert.deepEqual(
      Object.keys(errorCodes).filter((code) => !used.has(code) && !ofOthers.has(code)),
      [],
    );
    const meanings = Object.values(errorCodes);
    assert.equal(new Set(meanings).size, meanings.length);
  });

  test('are listed in the order of the alphabet, which is that of the page', () => {
    const codes = Object.keys(errorCodes);
    assert.deepEqual(codes, codes.toSorted());
  });

  test('are all on the page of the documentation, and no others', async () => {
    const page = await readFile(new URL('../../../docs/api/errors.md', import.meta.url), 'utf8');
    assert.ok(page.includes(`\n${codesTable()}\n\n`), 'write it again: node packages/errors/make-codes-page.ts');
    const codes = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    assert.deepEqual(codes, Object.keys(errorCodes));
  });
});

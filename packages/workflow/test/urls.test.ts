import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebUrl, shownUrl } from '../src/index.ts';

test('a URL of the web is absolute, of http or https, and has a host', () => {
  for (const url of ['http://a', 'HTTPS://a.b/c?d#e', ' https://[::1]:8080/x ', 'http://2130706433/', 'http:\\\\a'])
    assert.ok(isWebUrl(url), url);
  for (const text of [
    '',
    'a',
    '//a/b',
    '/a',
    'http://',
    'ftp://a/',
    'file:///a',
    'data:,a',
    'http://a:99999',
    'http://a b/',
  ])
    assert.ok(!isWebUrl(text), text);
});

test('a URL is shown as written, without what may be secret', () => {
  const cases: readonly (readonly [url: string, expected: string])[] = [
    ['https://example.org/a.txt', 'https://example.org/a.txt'],
    ['http://0x7f.1:80/', 'http://0x7f.1:80/'],
    ['https://me:secret@example.org/a', 'https://***@example.org/a'],
    ['https://secret@example.org/@user/a', 'https://***@example.org/@user/a'],
    ['https://example.org/@user/a', 'https://example.org/@user/a'],
    ['https:\\\\me:secret@example.org\\a', 'https:\\\\***@example.org\\a'],
    ['https://me:sec@ret@example.org/', 'https://***@example.org/'],
    ['https://me:sec\nret@example.org/', 'https://***@example.org/'],
    ['https:me:secret@example.org/', 'https:***@example.org/'],
    ['https://a.b/?sig=secret&x=1&secret&=secret&y=', 'https://a.b/?sig=***&x=***&***&=***&y=***'],
    ['https://a.b/?x=a?secret=b', 'https://a.b/?x=***'],
    ['https://a.b/c;session=secret/d;e', 'https://a.b/c;session=***/d;e'],
    ['https://a.b/#secret', 'https://a.b/'],
    ['https://a.b?#secret', 'https://a.b?'],
    // no URLs, and yet with something to hide
    ['http://me:sec ret@host:99999/?k=secret', 'http://***@host:99999/?k=***'],
    ['http://me:sec#ret@host', 'http://***@host'],
    ['http://me:sec/ret@host:port', 'http://***@host:port'],
    ['me:secret@host/a', 'me:***@host/a'],
    ['ftp://me:secret@host/a', 'ftp://***@host/a'],
  ];
  for (const [url, expected] of cases) assert.equal(shownUrl(url), expected);
  assert.equal(shownUrl(`http://a/${'x'.repeat(500)}`).length, 201);
});

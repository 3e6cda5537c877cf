import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aboutField, restoredError, runError, RunError, withField, withMessage } from '../src/index.ts';

const cause = new Error('ENOENT');
const partsOf = ({ name, code, message, remedy, field, cause: because }: RunError) => ({
  ...{ name, code, message, remedy, field, because },
});

describe('an error of a run', () => {
  test('has the texts of its kind, its field and its cause', () => {
    assert.deepEqual(partsOf(runError('no-match', { path: 'a/*.csv' }, { field: 'path', cause })), {
      name: 'RunError',
      code: 'NO_FILES',
      message: 'no file matches "a/*.csv"',
      remedy: 'check the pattern',
      field: 'path',
      because: cause,
    });
    const plain = runError('run-stopped', {});
    assert.deepEqual([plain.field, 'cause' in plain], [undefined, false]);
  });

  test('gets a field if it has none', () => {
    const without = runError('run-stopped', {}, { cause });
    const [one] = [withField(without, 'path')];
    assert.ok(one instanceof RunError);
    assert.deepEqual(partsOf(one), { ...partsOf(without), field: 'path' });
    assert.equal(withField(one, 'url'), one);
    assert.equal(withField(cause, 'url'), cause);
  });

  test('can name another field', () => {
    const error = aboutField(runError('run-stopped', {}, { field: 'path' }), 'url');
    assert.ok(error instanceof RunError);
    assert.deepEqual([error.field, error.code], ['url', 'STOPPED']);
    assert.equal(aboutField(cause, 'url'), cause);
  });

  test('says more, and keeps its code and remedy', () => {
    const error = runError('no-match', { path: 'x' }, { field: 'path' });
    const more = withMessage(error, `libJars: ${error.message}`);
    assert.deepEqual(partsOf(more), {
      ...partsOf(error),
      message: 'libJars: no file matches "x"',
      field: undefined,
      because: error,
    });
  });

  test('is the same once it has crossed a thread', () => {
    for (const error of [
      runError('no-match', { path: 'x' }, { field: 'path', cause }),
      runError('url-stopped', { subject: '"http://h/"' }),
    ]) {
      const crossed = structuredClone({
        error: new Error(error.message, error.cause === undefined ? undefined : { cause: error.cause }),
        fields: { ...error, name: error.name },
      });
      const restored = restoredError(crossed.error, crossed.fields);
      assert.ok(restored instanceof RunError);
      assert.deepEqual(partsOf(restored), partsOf(error));
    }
  });

  test('other errors that cross a thread have their fields again', () => {
    const restored = restoredError(new Error('full'), { name: 'Error', code: 'ENOSPC', syscall: 'write' });
    assert.ok(!(restored instanceof RunError));
    assert.deepEqual(
      [restored.message, (restored as NodeJS.ErrnoException).code, (restored as NodeJS.ErrnoException).syscall],
      ['full', 'ENOSPC', 'write'],
    );
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { toolchain } from '../toolchain.mjs';

test('a Python worker finds the bytecode of its packages, and compiles nothing', async () => {
  const code = 'import sklearn.ensemble, statsmodels.api, xgboost, pandas, pyarrow.parquet, skops.io';
  const args = ['-I', '-B', '-v', '-c', code];
  const { stderr } = await promisify(execFile)(toolchain().python, args, { maxBuffer: 1 << 26 });
  assert.match(stderr, /^# code object from '.*sklearn.*\.pyc'$/m);
  assert.deepEqual(stderr.match(/^# code object from .*\.py$/gm) ?? [], []);
});

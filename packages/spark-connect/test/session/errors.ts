import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SparkError, type DataFrame, type SparkSession } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

const refusal = async (df: DataFrame): Promise<SparkError> => {
  const error = await df.collect().then(
    () => undefined,
    (e: unknown) => e,
  );
  assert.ok(error instanceof SparkError, String(error));
  return error;
};

/** What Spark says; Sail says it in words alone. */
const cases: Readonly<
  Record<
    string,
    {
      of: (s: SparkSession) => DataFrame;
      errorClass: string;
      sqlState: string;
      parameters: Record<string, string>;
      fragment?: string;
      sail: RegExp;
    }
  >
> = {
  'an unknown column': {
    of: (s) => s.sql('select nope from range(3)'),
    errorClass: 'UNRESOLVED_COLUMN.WITH_SUGGESTION',
    sqlState: '42703',
    parameters: { objectName: '`nope`', proposal: '`id`' },
    fragment: 'nope',
    sail: /nope/,
  },
  'bad syntax': {
    of: (s) => s.sql('selct 1'),
    errorClass: 'PARSE_SYNTAX_ERROR',
    sqlState: '42601',
    parameters: { error: "'selct'", hint: '' },
    sail: /found selct at 0:5/,
  },
  'a value that cannot be cast': {
    of: (s) => s.sql("select cast(s as int) from values ('1'), ('x') t(s)"),
    errorClass: 'CAST_INVALID_INPUT',
    sqlState: '22018',
    parameters: {
      expression: "'x'",
      sourceType: '"STRING"',
      targetType: '"INT"',
      ansiConfig: '"spark.sql.ansi.enabled"',
    },
    fragment: 'cast(s as int)',
    sail: /Cannot cast string 'x' to value of Int32 type/,
  },
  'a division by zero, far into a result': {
    of: (s) => s.sql('select 1 / (id - 5000) from range(0, 10000, 1, 1)'),
    errorClass: 'DIVIDE_BY_ZERO',
    sqlState: '22012',
    parameters: { config: '"spark.sql.ansi.enabled"' },
    fragment: '1 / (id - 5000)',
    sail: /^(divide|division) by zero$/i,
  },
};

/** Contents of errors. */
export function errors({ kind, session }: EngineFixture): void {
  for (const [name, { of, errorClass, sqlState, parameters, fragment, sail }] of Object.entries(cases))
    test(`tells ${name} by class, state, parameters and place, or in words`, async () => {
      const error = await refusal(of(await session()));
      assert.ok(error.details.operationId);
      assert.equal(error.details.status, 'Internal');
      if (kind === 'sail') {
        assert.match(error.message, sail);
        assert.equal(error.errorClass, undefined);
        return;
      }
      assert.equal(error.errorClass, errorClass);
      assert.equal(error.sqlState, sqlState);
      assert.deepEqual(error.details.parameters, parameters);
      assert.equal(error.details.contexts?.[0]?.fragment, fragment);
      assert.ok(error.message.startsWith(`[${errorClass}]`));
    });

  test('tells errors of analysis the same way', async () => {
    const spark = await session();
    await assert.rejects(spark.sql('select nope from range(3)').schema(), (e) => {
      assert.ok(e instanceof SparkError);
      assert.match(e.message, /nope/);
      if (kind === 'spark') assert.equal(e.errorClass, 'UNRESOLVED_COLUMN.WITH_SUGGESTION');
      return true;
    });
  });

  test('gives very long error texts whole', async () => {
    const spark = await session();
    const long = 'x'.repeat(20_000);
    const error = await refusal(spark.sql(`select raise_error(concat('${long}', id)) as e from range(1)`));
    assert.ok(error.message.includes(long) || kind === 'sail', error.message.slice(0, 300));
  });

  test('goes on after an error', async () => {
    const spark = await session();
    await refusal(spark.sql('select nope'));
    assert.deepEqual(await spark.sql('select 1 as one').collect(), [{ one: 1 }]);
  });
}

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { EngineHost } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import { prepareRun, runWorkflow, type RequestedEngine, type Manifest, type RunEvent } from '@millrace/runner';
import { sharing } from '@millrace/testkit/engines';
import { material } from '@millrace/testkit/material';
import { parseDataset, parseWorkflow, type Dataset } from '@millrace/workflow';
import { TestService } from './support.ts';

const { path: folder, skip } = material('cases');

/** What a case must give: rows, the same as Spark, an error that says a word, or an answer of the service. */
interface Expected {
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly same?: string;
  readonly error?: string;
  readonly note?: string;
  readonly status?: number;
  readonly header?: boolean;
  readonly names?: readonly string[];
  readonly types?: readonly string[] | Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

/** Words that a message must hold, for cases whose expectation is prose. */
const words: Readonly<Record<string, RegExp>> = {
  'indexer-null': /"color"/,
  'json-pretty': /multiLine/,
  'new-column-twice-dates': /"d"/,
  'xml-row-tag-without-prefix': /"order".*"o:order"/s,
};

/** Cases that hold. */
const names = [
  'avg-decimal-sql',
  'csv-multiline-doubled-quotes',
  'format-number-long',
  'from-json-int-overflow',
  'indexer-null',
  'infer-blank-first-header',
  'infer-doubled-quotes',
  'join-outer-int-text-key',
  'json-pretty',
  'ln-last-digit',
  'look-at-json-array',
  'look-at-utf16',
  'median-nan-sql',
  'minmax-nan-sql',
  'new-column-twice-dates',
  'parquet-case-twins',
  'parquet-nanoseconds',
  'parse-url-invalid',
  'unix-time-overflow',
  'window-partition-minus-zero',
  'xml-row-tag-without-prefix',
] as const;

const read = async <T>(...path: string[]): Promise<T> => JSON.parse(await readFile(join(folder, ...path), 'utf8')) as T;

describe('cases of others', { skip }, () => {
  const host = new EngineHost(sharing());
  let service: TestService | undefined;
  after(async () => {
    await host.close();
    await service?.[Symbol.asyncDispose]();
  });
  before(async () => void (service = await TestService.start()));

  const execute = async (
    name: string,
    engine: RequestedEngine,
  ): Promise<Manifest & { events: readonly RunEvent[] }> => {
    const parsed = parseWorkflow(await readFile(join(folder, name, 'workflow.json'), 'utf8'));
    assert.ok(parsed.ok);
    const datasets = new Map<string, Dataset>();
    for (const file of existsSync(join(folder, name, 'datasets'))
      ? await readdir(join(folder, name, 'datasets'))
      : []) {
      const dataset = parseDataset(await readFile(join(folder, name, 'datasets', file), 'utf8'));
      assert.ok(dataset.ok);
      datasets.set(dataset.dataset.uuid, dataset.dataset);
    }
    const catalogue = await loadCatalogue();
    const prepared = prepareRun({ workflow: parsed.workflow, catalogue, datasets });
    assert.ok(prepared.ok);
    const files = new LocalFiles(join(folder, name));
    const events: RunEvent[] = [];
    const request = { engine, dryRun: false, now: '2024-02-29T12:00:00.000Z', seed: 42n };
    const emit = (event: RunEvent): void => void events.push(event);
    const manifest = await runWorkflow(prepared.run, request, { catalogue, datasets, files, host, emit });
    return { ...manifest, events };
  };

  const summary = ({ nodes, outputs }: Manifest) => ({
    failed: nodes
      .filter(({ error }) => error !== undefined)
      .map(({ id, error }) => [id, error?.errorClass ?? error?.code]),
    tables: outputs.map((output) =>
      output.type === 'table' ? { columns: output.columns, rows: output.rows } : output.type,
    ),
  });
  const saying = ({ nodes, events }: Awaited<ReturnType<typeof execute>>): string =>
    JSON.stringify([nodes.map(({ error }) => error), events.filter(({ event }) => event === 'log')]).replaceAll(
      '\\"',
      '"',
    );

  for (const name of names)
    test(name, async () => {
      const expected = await read<Expected>(name, 'expected.json');
      if (existsSync(join(folder, name, 'request.json'))) {
        assert.ok(service);
        const { call, body } = await read<{ call: string; body: { path: string } }>(name, 'request.json');
        const client = await service.signedIn();
        const [file = ''] = await readdir(join(folder, name, 'data'));
        await cp(join(folder, name, 'data', file), join(service.files, body.path));
        const [, path = ''] = call.split(' ');
        const answer = await client.post(path, body);
        assert.equal(answer.status, expected.status ?? 200, answer.text);
        const { header, colNames, colTypes, warnings } = answer.json as {
          header: boolean;
          colNames: string[];
          colTypes: string[];
          warnings: string[];
        };
        if (expected.header !== undefined) assert.equal(header, expected.header);
        if (expected.names !== undefined) assert.deepEqual(colNames, expected.names);
        if (expected.warnings !== undefined) assert.deepEqual(warnings, expected.warnings);
        const { types } = expected;
        if (Array.isArray(types)) assert.deepEqual(colTypes, types);
        else
          for (const [column, type] of Object.entries(types ?? {}))
            assert.equal(colTypes[colNames.indexOf(column)], type, answer.text);
        return;
      }
      const manifest = await execute(name, 'auto');
      if (expected.rows !== undefined) {
        const [output] = manifest.outputs;
        assert.ok(output?.type === 'table', saying(manifest));
        assert.deepEqual(
          output.columns.map((column) => column.name),
          expected.columns,
        );
        assert.deepEqual(output.rows, expected.rows, `${manifest.engine}: ${manifest.why}`);
      } else if (expected.same !== undefined)
        assert.deepEqual(summary(manifest), summary(await execute(name, 'spark')));
      else assert.match(saying(manifest), words[name] ?? /^$/);
    });
});

// Writes the types of the interface, as the service describes it, for the page: `src/api/schema.d.ts`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, startService } from '@millrace/server';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';

const target = join(import.meta.dirname, 'src', 'api', 'schema.d.ts');
const home = await mkdtemp(join(tmpdir(), 'millrace-api-types-'));
try {
  await using service = await startService({
    settings: readSettings({
      MILLRACE_HOME: home,
      MILLRACE_PORT: '0',
      MILLRACE_WARM_ENGINES: '0',
      MILLRACE_LOG_LEVEL: 'silent',
    }),
  });
  const answer = await fetch(`${service.url}/docs/json`);
  const described = (await answer.json()) as OpenAPI3;
  const text = astToString(await openapiTypes(described, { defaultNonNullable: false }));
  const before = await readFile(target, 'utf8').catch(() => undefined);
  if (before !== text) await writeFile(target, text);
} finally {
  await rm(home, { recursive: true, force: true });
}

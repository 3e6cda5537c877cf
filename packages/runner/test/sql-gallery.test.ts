import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkSql, parseQuery } from '@millrace/spark-sql';
import { gallery, galleryWorkflow, hasGallery } from './support.ts';

type Statement = { location: string; sql: string; tables: string[] };

/** Every SQL text of the gallery with the tables that its node names. */
async function statements(): Promise<Statement[]> {
  const names = (await readdir(join(gallery, 'workflows'))).toSorted();
  const all: Statement[] = [];
  for (const name of names.map((file) => file.replace(/\.json$/, ''))) {
    for (const node of (await galleryWorkflow(name)).nodes) {
      const values = new Map(node.fields.map((field) => [field.name, String(field.value ?? '')]));
      const sql = values.get('sql');
      if (!sql || !/^\s*(select|with)\b/i.test(sql)) continue;
      const table = values.get('tempTable') ?? 'fire_temp_table';
      all.push({ location: `${name}, node ${node.id}`, sql, tables: [table, 'fire_temp_table1', 'fire_temp_table2'] });
    }
  }
  return all;
}

describe('the SQL of the gallery', { skip: !hasGallery }, async () => {
  const all = hasGallery ? await statements() : [];
  it('is there', () => assert.ok(all.length >= 6, `${all.length} statements`));
  for (const { location, sql, tables } of all) {
    it(`is read and let pass: ${location}`, () => {
      assert.notEqual(parseQuery(sql).body.kind, 'unknown');
      assert.deepEqual(checkSql(sql, tables), []);
    });
  }
});

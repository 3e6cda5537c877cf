import { sql } from 'kysely';
import type { Store } from '../src/store/database.ts';

/**
 * Puts `count` records of each kind into a store whose first user owns everything: executions, workflows, datasets,
 * schedules, dashboards, entries of the audit log and users; over 50 projects, half of the records in the first.
 */
export async function fill({ db, kind }: Store, count: number): Promise<void> {
  const numbers =
    kind === 'sqlite'
      ? sql`(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${sql.lit(count)}) select i from s) as s`
      : sql`generate_series(1, ${sql.lit(count)}) as s(i)`;
  const text = (expression: string) =>
    sql.raw(kind === 'sqlite' ? `cast(${expression} as text)` : `(${expression})::text`);
  await sql`insert into projects (uuid, name, description, tag, owner_id, date_created, date_last_updated)
    select ${text("'p-' || i")}, ${text("'project ' || i")}, '', '', (select min(id) from users), i, i
    from ${numbers} where i <= 50`.execute(db);
  const ids = await db.selectFrom('projects').select('id').where('uuid', 'like', 'p-%').orderBy('id').execute();
  const first = ids[0]?.id ?? 0;
  const common = sql.raw(`${first} + case when i % 2 = 0 then 0 else i % 50 end, (select min(id) from users)`);
  const words = sql.raw(`'${'a graph that people have drawn, '.repeat(100)}'`);
  const graph = sql`'{"name": "w", "nodes": [], "edges": [], "dataSetDetails": [], "words": "' || ${words} || '"}'`;
  await sql`insert into workflows (uuid, project_id, user_id, version, name, category, description, engine, content, date_created, date_last_updated)
    select ${text("'w-' || i")}, ${common}, 1, ${text("'workflow ' || (i * 7919) % 100003")}, '', '', 'auto', ${graph}, i, i * 31 % 100003
    from ${numbers}`.execute(db);
  await sql`insert into datasets (uuid, project_id, user_id, version, name, category, description, path, dataset_type, record, date_created, date_last_updated)
    select ${text("'d-' || i")}, ${common}, 1, ${text("'Dataset ' || (i * 7919) % 100003")}, ${text("'category ' || i % 20")}, '', '', 'CSV',
      '{"datasetSchema": "{\\"colNames\\":[\\"a\\"],\\"colTypes\\":[\\"STRING\\"],\\"colFormats\\":[\\"\\"],\\"colMLTypes\\":[\\"TEXT\\"]}", "header": true, "readOptions": null, "delimiter": ",", "filterLinesContaining": null}', i, i * 31 % 100003
    from ${numbers}`.execute(db);
  await sql`insert into dashboards (uuid, project_id, user_id, name, category, description, content, date_created, date_last_updated)
    select ${text("'b-' || i")}, ${common}, ${text("'dashboard ' || (i * 7919) % 100003")}, ${text("'category ' || i % 20")}, '', '{"sheets": []}', i, i * 31 % 100003
    from ${numbers}`.execute(db);
  const workflow = sql`(select min(id) from workflows)`;
  await sql`insert into schedules (workflow_id, project_id, user_id, name, description, record, next_fire_at, is_active, date_created, date_last_updated)
    select ${workflow}, ${common}, 'schedule', '', '{"analysisFlowId": 1, "name": "s", "description": "", "fireEvery": "Hour", "cronPattern": "", "day": "", "dayOfTheMonth": 0, "hour": 0, "minute": 0, "startTime": "", "endTime": "", "timeZone": "UTC", "emailonSuccess": "", "emailonFailure": "", "Libjars": "", "sparkSubmitOptions": "", "programParameters": "", "overlap": "SKIP", "misfire": "SKIP", "maxCatchUp": 1, "isActive": false}', null, 0, i, i
    from ${numbers}`.execute(db);
  await sql`insert into executions (workflow_id, workflow_version, project_id, user_id, status, name, category, description, job_id, graph,
      parameters, wish, lib_jars, spark_config, queued_at, started_at, ended_at, heartbeat_at, lease_until, fence, crashes)
    select ${workflow}, 1, ${common}, case when i % 100 = 0 then 3 else 2 end, ${text("'workflow ' || (i * 7919) % 100003")}, '', '', ${text("'job-' || i")}, ${graph},
      '{}', 'auto', '', '', 1600000000000 + i * 60000.0, 1600000000000 + i * 60000.0, 1600000000000 + i * 60000.0 + (i * 31 % 100003) * 100, 0, 0, 0, 0
    from ${numbers}`.execute(db);
  await sql`insert into audit (at, user_id, user_name, action, target, status, request_id)
    select 1600000000000 + i * 60000.0, i % 100, 'somebody', case i % 5 when 0 then 'PUT /api/v1/workflows' when 1 then 'POST /login' else ${text("'POST /api/v1/thing' || i % 60")} end, '7', 200, 'x'
    from ${numbers}`.execute(db);
  await sql`insert into users (username, password_hash, first_name, last_name, email, is_active, is_superuser, date_created, date_last_updated)
    select ${text("'user-' || i")}, 'x', 'A', 'B', '', 1, 0, i, i from ${numbers}`.execute(db);
  await sql`insert into user_roles (user_id, role_id) select u.id, (select min(id) from roles) from users u
    where u.username like 'user-%'`.execute(db);
  if (kind === 'postgres') await sql`vacuum analyze`.execute(db);
}

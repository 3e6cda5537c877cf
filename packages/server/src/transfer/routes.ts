import type { FastifyRequest } from 'fastify';
import { COMPATIBILITIES } from '@millrace/workflow';
import { Type, type Static } from 'typebox';
import type { Permission } from '../access/permissions.ts';
import { visible } from '../access/projects.ts';
import { requirePermission, whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { Id, Open } from '../http/types.ts';
import { findLenientDates } from '../datasets/lenient-dates.ts';
import { spaceOf } from '../files/home.ts';
import { projectRecords } from '../projects/records.ts';
import type { Context } from '../context.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { importProject, importProjects, projectOptions, type ProjectImport } from './import-archive.ts';
import { largestArchive } from './read-archive.ts';
import { writeArchive, type Kind } from './write-archive.ts';
import { notFound, mustBeOneOf, invalidParameter } from '../refusals.ts';

const ExportSelection = Type.Object(
  {
    workflow: Type.Optional(Type.Boolean({ description: 'Workflows with their schedules, and variables' })),
    dataset: Type.Optional(Type.Boolean()),
    report: Type.Optional(Type.Boolean({ description: 'Dashboards' })),
    chart: Type.Optional(Type.Boolean({ description: 'Dashboards' })),
    model: Type.Optional(Type.Boolean({ description: 'Registered models with their files' })),
  },
  Open,
);

/** What it takes to read records of a kind. */
const needed: Readonly<Record<Kind, Permission>> = {
  workflows: 'workflows.view',
  schedules: 'workflows.view',
  variables: 'variables.view',
  datasets: 'datasets.view',
  dashboards: 'dashboard.view',
  models: 'workflows.view',
};

/** Kinds that a client asks for; who names none gets all. */
function kindsOf(selection: Static<typeof ExportSelection> | null | undefined): ReadonlySet<Kind> {
  const { workflow = false, dataset = false, report = false, chart = false, model = false } = selection ?? {};
  const all = Object.keys(selection ?? {}).length === 0;
  return new Set<Kind>([
    ...(all || workflow ? (['workflows', 'schedules', 'variables'] as const) : []),
    ...(all || dataset ? (['datasets'] as const) : []),
    ...(all || report || chart ? (['dashboards'] as const) : []),
    ...(all || model ? (['models'] as const) : []),
  ]);
}

/** The compatibility that is written into all workflows that come. */
const ImportCompatibility = Type.Enum([...COMPATIBILITIES], {
  description: 'The Spark version that the workflows were made for: written into all of them',
});

const Blank = Type.String({ pattern: '^(null|undefined|\\d{0,15})$' });
const Option = Type.String({ maxLength: 100 });
const ProjectName = Type.String({ maxLength: 200 });

const Counts = Type.Object({
  projects: Type.Integer({ description: '1 for a new project, 0 for an existing one' }),
  workflows: Type.Integer(),
  datasets: Type.Integer(),
  dashboards: Type.Integer(),
  models: Type.Integer(),
  schedules: Type.Integer(),
  variables: Type.Integer(),
  projectId: Id,
  messages: Type.Optional(Type.Array(Type.String({ description: 'What was changed or skipped by the import' }))),
});

const tags = ['Projects'];
const Parameters = {
  projectId: Blank,
  selectedProjectName: ProjectName,
  projectOption: Option,
  compatibility: ImportCompatibility,
};

/** Projects as ZIP archives: out of a service, and into one. */
export const transfer: Resource = (context) => async (app) => {
  for (const add of [addExport, addImport, addImports]) add(app, context);
};

const addExport: AddRoutes = (app, { db, now, settings }) => {
  app.post(
    '/api/v1/projects/export',
    {
      config: { access: 'workflows.view', exports: true },
      schema: {
        tags,
        querystring: Type.Object({ projectIds: Type.String({ pattern: '^\\d{1,15}(,\\d{1,15}){0,999}$' }) }),
        body: Type.Optional(
          Type.Unsafe<Static<typeof ExportSelection> | null>({ ...ExportSelection, type: ['object', 'null'] }),
        ),
        produces: ['application/zip'],
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      const kinds = kindsOf(request.body);
      for (const kind of kinds) requirePermission(who, needed[kind]);
      const ids = [...new Set(request.query.projectIds.split(',').map(Number))];
      const projects = await projectRecords(db)
        .where('projects.id', 'in', ids)
        .where(visible(who, 'projects.id'))
        .orderBy('projects.id')
        .execute();
      const absent = ids.find((id) => projects.every((project) => project.id !== id));
      if (absent !== undefined) throw notFound('project', absent);
      const at = new Date(now());
      const root = `Projects_${at.toISOString().slice(11, 19).replaceAll(':', '')}`;
      const archive = await writeArchive(db, projects, kinds, {
        root,
        mtime: at,
        space: spaceOf(settings.files, who),
      });
      archive.on('error', (error: Error) => request.log.error({ err: error }, 'export interrupted'));
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${root}.zip"`)
        .send(archive);
    },
  );
};

const addImport: AddRoutes = (app, context) => {
  const { db } = context;
  app.post(
    '/api/v1/projects/import',
    {
      config: { access: 'workflows.modify' },
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        description:
          'Send parameters as headers or in the query. Without projectId, a new project is created; with it, the existing project ' +
          'receives the records (CREATE_NEW and CREATE_NEW_UUID: as new ones if a UUID is taken). ' +
          'selectedProjectName selects a project of an archive with several, by its folder or its name, and names a new ' +
          'project.',
        querystring: Type.Partial(Type.Object(Parameters)),
        headers: Type.Partial(
          Type.Object({ projectid: Blank, selectedprojectname: ProjectName, projectoption: Option }, Open),
        ),
        response: { 200: Counts },
      },
    },
    async (request) => {
      const { headers, query } = request;
      const id = query.projectId ?? headers.projectid ?? '';
      const imported = await importProject(
        db,
        whoIs(request),
        {
          archive: await archiveIn(request),
          projectId: /^[1-9]\d*$/.test(id) ? Number(id) : null,
          name: (query.selectedProjectName ?? headers.selectedprojectname ?? '').trim(),
          option: optionOf(query.projectOption ?? headers.projectoption ?? ''),
          compatibility: query.compatibility,
        },
        await targetProject(context, request),
      );
      const { projectId, counts, messages, isNew } = imported;
      const messageFields = messages.length === 0 ? {} : { messages: [...messages] };
      return { projects: isNew ? 1 : 0, ...counts, projectId, ...messageFields };
    },
  );
};

const addImports: AddRoutes = (app, context) => {
  const { db } = context;
  app.post(
    '/api/v1/projects/multiple/import',
    {
      config: { access: 'projects.manage' },
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        description: 'Imports all projects of an archive as new ones, and shares them with a group if one is named.',
        querystring: Type.Object({ groupName: Type.Optional(Type.String({ maxLength: 200 })) }),
        headers: Type.Object({ groupname: Type.Optional(Type.String({ maxLength: 200 })) }, Open),
        response: { 200: Type.Array(Type.String()) },
      },
    },
    async (request) => {
      const groupName = request.query.groupName ?? request.headers.groupname ?? '';
      const archiveRequest = { archive: await archiveIn(request), groupName };
      const done = await importProjects(db, whoIs(request), archiveRequest, await targetProject(context, request));
      return done.flatMap(linesOf);
    },
  );
};

/** What an import stands on. */
async function targetProject(context: Context, request: FastifyRequest) {
  return {
    now: context.now(),
    files: context.settings.files,
    catalogue: await context.catalogue(),
    lenientDates: findLenientDates(context, whoIs(request)),
  };
}

function optionOf(word: string) {
  if (word === '' || word === 'null') return undefined;
  const option = projectOptions.find((one) => one === word.toUpperCase());
  if (option === undefined) throw invalidParameter('projectOption', word, mustBeOneOf(projectOptions));
  return option;
}

async function archiveIn(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw new Problem('WRONG_MEDIA_TYPE', 'send the archive as the part file of a multipart/form-data form');
  let archive: Buffer | undefined;
  for await (const part of request.files({ limits: { fileSize: largestArchive } })) {
    if (archive !== undefined) throw new Problem('UNPROCESSABLE', 'the form contains several files: send one archive');
    archive = await part.toBuffer();
  }
  if (archive === undefined)
    throw new Problem('UNPROCESSABLE', 'the form contains no file: send the archive as the part file');
  return archive;
}

const linesOf = ({ projectId, name, counts, messages }: ProjectImport): readonly string[] => [
  `Project ${name} imported with id ${projectId}: ${Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')}`,
  ...messages,
];

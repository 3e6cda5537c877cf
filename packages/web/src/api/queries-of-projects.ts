import type { Compatibility } from '@millrace/workflow';
import { queryOptions } from '@tanstack/react-query';
import { allPages, pageSize } from './all-pages.ts';
import { api, dataOf } from './client.ts';
import type { Json } from './queries.ts';
import type { paths } from './schema.d.ts';

export type Counts = Json<'/api/v1/projects/counts', 'get'>[number];
export type Member = Json<'/api/v1/project-permissions/projects/{projectId}', 'get'>[number];
export type Lineage = Json<'/api/v1/projects/{id}/lineage', 'get'>;
export type Library = Json<'/api/v1/projects/{id}/libraries', 'get'>[number];
export type Variable = Json<'/api/v1/variables', 'get'>[number];
export type ImportedProjects = Json<'/api/v1/projects/import', 'post'>;
export type Right =
  paths['/api/v1/project-permissions']['post']['requestBody']['content']['application/json']['permissions'][number];

export const countsQuery = queryOptions({
  queryKey: ['projects', 'counts'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/projects/counts', { signal })),
});

export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/projects/{id}', { params: { path: { id } }, signal })),
  });

export interface ProjectWords {
  readonly name: string;
  readonly description: string;
  readonly tag: string;
  readonly compatibility?: Compatibility;
}

export const createProject = (body: ProjectWords) => dataOf(api.POST('/api/v1/projects', { body }));

export const updateProject = (id: number, body: ProjectWords) =>
  dataOf(api.PUT('/api/v1/projects/{id}', { params: { path: { id } }, body }));

export const deleteProject = (id: number) => dataOf(api.DELETE('/api/v1/projects/{id}', { params: { path: { id } } }));

/** The inputs and outputs of the workflows of a project. */
export const lineageQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id, 'lineage'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/projects/{id}/lineage', { params: { path: { id } }, signal })),
  });

export const membersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'members'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/project-permissions/projects/{projectId}', { params: { path: { projectId } }, signal })),
  });

export const librariesQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id, 'libraries'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/projects/{id}/libraries', { params: { path: { id } }, signal })),
  });

/** Replaces the libraries of a project; the service reads and checks each. */
export const setLibraries = (id: number, sources: readonly string[]) =>
  dataOf(
    api.PUT('/api/v1/projects/{id}/libraries', {
      params: { path: { id } },
      body: sources.map((source) => ({ source })),
    }),
  );

/** Groups of the service, which projects are shared with. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => (await dataOf(api.GET('/api/v1/groups', { signal })))[0],
});

export interface Share {
  readonly projectId: number;
  readonly userId: number | null;
  readonly groupId: number | null;
  readonly permissions: readonly Right[];
}

/** Replaces the earlier rights of the member. */
export const setMember = ({ permissions, ...who }: Share) =>
  dataOf(api.POST('/api/v1/project-permissions', { body: { ...who, permissions: [...permissions] } }));

export const removeMember = (id: number) =>
  dataOf(api.DELETE('/api/v1/project-permissions/{id}', { params: { path: { id } }, parseAs: 'text' }));

/** Variables of the project and of all projects. */
/** Variables of a project, with those of all projects among them; without a project the latter alone. */
export const variablesQuery = (projectId: number | null) =>
  queryOptions({
    queryKey: ['projects', projectId, 'variables'],
    queryFn: async ({ signal }) => {
      const query = projectId === null ? {} : { projectId };
      const all = await dataOf(api.GET('/api/v1/variables', { params: { query }, signal }));
      return projectId === null ? all.filter((one) => one.projectId === null) : all;
    },
  });

export interface VariableWords {
  readonly name: string;
  readonly value: string;
  readonly description: string;
}

export const createVariable = (projectId: number | null, body: VariableWords) =>
  dataOf(api.POST('/api/v1/variables', { body: { projectId, ...body } }));

export const updateVariable = (id: number, body: VariableWords) =>
  dataOf(api.PUT('/api/v1/variables/{id}', { params: { path: { id } }, body }));

export const deleteVariable = (id: number) =>
  dataOf(api.DELETE('/api/v1/variables/{id}', { params: { path: { id } }, parseAs: 'text' }));

export const datasetsOfQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['datasets', 'of project', projectId],
    queryFn: ({ signal }) =>
      allPages((page) =>
        dataOf(api.GET('/api/v1/datasets', { params: { query: { projectId, page, size: pageSize } }, signal })),
      ),
  });

export interface ExportOptions {
  readonly workflow: boolean;
  readonly dataset: boolean;
  readonly report: boolean;
  readonly model: boolean;
}

/** A ZIP archive of projects. */
export const exportProjects = async (ids: readonly number[], body: ExportOptions): Promise<Blob> =>
  (await dataOf(
    api.POST('/api/v1/projects/export', {
      params: { query: { projectIds: ids.join(',') } },
      body: { ...body },
      parseAs: 'blob',
    }),
  )) as Blob;

export interface ImportOptions {
  readonly file: File;
  readonly projectId: number | null;
  readonly name: string;
  readonly option: string;
}

const formOf = (file: File): { file: string } => {
  const form = new FormData();
  form.append('file', file, file.name);
  return form as unknown as { file: string };
};
const asForm = (body: unknown): FormData => body as FormData;

/** Imports an archive of one project: all of it or nothing. */
export const importArchive = ({ file, projectId, name, option }: ImportOptions) =>
  dataOf(
    api.POST('/api/v1/projects/import', {
      params: {
        query: {
          projectOption: option,
          selectedProjectName: name,
          ...(projectId === null ? {} : { projectId: String(projectId) }),
        },
      },
      body: formOf(file),
      bodySerializer: asForm,
    }),
  );

/** Imports all projects of an archive as new ones; returns a line for each. */
export const importArchives = (file: File) =>
  dataOf(api.POST('/api/v1/projects/multiple/import', { body: formOf(file), bodySerializer: asForm }));

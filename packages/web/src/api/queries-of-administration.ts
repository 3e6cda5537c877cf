import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages, pageSize } from './all-pages.ts';
import { api, dataOf } from './client.ts';
import type { Json } from './queries.ts';
import type { paths } from './schema.d.ts';

export type User = Json<'/api/v1/users/details', 'get'>[number];
export type Group = Json<'/api/v1/groups/members', 'get'>[number];
export type Role = Json<'/api/v1/roles', 'get'>[number];
export type Token = Json<'/api/v1/tokens', 'get'>[number];
export type Scope = Token['scopes'][number];
export type AuditEntry = Json<'/api/v1/audit', 'get'>['entries'][number];
export type Setting = Json<'/api/v1/configurations', 'get'>[number];
export type Connection = Json<'/api/v1/connections', 'get'>[number];
export type RetentionRule = Json<'/api/v1/retention', 'get'>[number];

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export const saveProfile = (body: Profile) => dataOf(api.PUT('/api/v1/users/profile', { body, parseAs: 'text' }));

export const changePassword = (oldPassword: string, newPassword: string) =>
  dataOf(api.POST('/api/v1/users/password', { body: { oldPassword, newPassword }, parseAs: 'text' }));

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/tokens', { signal })),
});

/** Returns the token itself, which the service shows only once. */
export const makeToken = (expiredDuration: number, description: string, scopes: Scope[]) =>
  dataOf(api.POST('/api/v1/tokens', { body: { expiredDuration, description, scopes } }));

export const deleteToken = (id: number) => dataOf(api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } }));

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    allPages((page) =>
      dataOf(api.GET('/api/v1/users/details', { params: { query: { page, size: pageSize } }, signal })),
    ),
});

/** Absent keys stay unchanged; a new user has no id. */
export interface UserToSave {
  readonly id?: number;
  readonly username: string;
  readonly password?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly isActive?: boolean;
  readonly isSuperuser?: boolean;
  readonly roles?: number[];
  readonly groups?: number[];
}

export const saveUser = (body: UserToSave) => dataOf(api.POST('/api/v1/users', { body, parseAs: 'text' }));

export const deleteUser = (id: number) =>
  dataOf(api.DELETE('/api/v1/users/{id}', { params: { path: { id } }, parseAs: 'text' }));

export const deleteTokensOf = (id: number) =>
  dataOf(api.DELETE('/api/v1/users/{id}/tokens', { params: { path: { id } } }));

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/connections', { signal })),
});

/** Address and settings of a connection. An absent secret stays unchanged; null removes it. */
export interface ConnectionWords {
  readonly name: string;
  readonly category: string;
  readonly [field: string]: unknown;
}

export const createConnection = (projectId: number | null, words: ConnectionWords) =>
  dataOf(api.POST('/api/v1/connections', { body: { ...words, projectId } }));

export const updateConnection = (id: number, words: ConnectionWords) =>
  dataOf(api.PUT('/api/v1/connections/{id}', { params: { path: { id } }, body: { ...words } }));

export const deleteConnection = (id: number) =>
  dataOf(api.DELETE('/api/v1/connections/{id}', { params: { path: { id } }, parseAs: 'text' }));

/** Returns the answer of the connected service in words. Stored secrets of the connection `id` are included. */
export const tryConnection = async (id: number | null, { name: _name, ...words }: ConnectionWords): Promise<string> =>
  (await dataOf(api.POST('/api/v1/connections/test', { body: { ...words, id } }))).message;

export const groupMembersQuery = queryOptions({
  queryKey: ['groups', 'members'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/groups/members', { signal })),
});

export interface GroupToSave {
  readonly id?: number;
  readonly name: string;
  readonly users: string[];
}

export const saveGroup = (body: GroupToSave) => dataOf(api.POST('/api/v1/groups', { body, parseAs: 'text' }));

export const deleteGroup = (id: number) =>
  dataOf(api.DELETE('/api/v1/groups/{id}', { params: { path: { id } }, parseAs: 'text' }));

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/roles', { signal })),
});

/** The names of all permissions that the service knows. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/permissions', { signal })),
  staleTime: Infinity,
});

type Permission = paths['/api/v1/roles']['post']['requestBody']['content']['application/json']['permissions'][number];

export interface RoleToSave {
  readonly id?: number;
  readonly name: string;
  readonly permissions: readonly string[];
}

export const saveRole = ({ permissions, ...role }: RoleToSave) =>
  dataOf(api.POST('/api/v1/roles', { body: { ...role, permissions: permissions as Permission[] }, parseAs: 'text' }));

export const deleteRole = (id: number) =>
  dataOf(api.DELETE('/api/v1/roles/{id}', { params: { path: { id } }, parseAs: 'text' }));

export interface AuditQuery {
  readonly page: number;
  readonly userId?: number;
  readonly action?: string;
  /** Milliseconds since the epoch, both ends included. */
  readonly from?: number;
  readonly to?: number;
}

export const auditPageSize = 100;

const auditPage = ({ from, to, ...query }: AuditQuery, size: number, signal?: AbortSignal) =>
  dataOf(
    api.GET('/api/v1/audit', {
      params: {
        query: {
          ...query,
          size,
          ...(from === undefined ? {} : { from: String(from) }),
          ...(to === undefined ? {} : { to: String(to) }),
        },
      },
      ...(signal === undefined ? {} : { signal }),
    }),
  );

/** Maximum number of entries of one response. */
const atOnce = 1_000;

/** All matching entries up to now: later ones would move the pages. */
export async function allAudit(query: Omit<AuditQuery, 'page'>): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const to = Math.min(query.to ?? Infinity, Date.now());
  for (let page = 0; ; page++) {
    const { entries: some, totalPages } = await auditPage({ ...query, to, page }, atOnce);
    entries.push(...some);
    if (page + 1 >= totalPages) return entries;
  }
}

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => auditPage(query, auditPageSize, signal),
    placeholderData: keepPreviousData,
  });

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/configurations', { signal })),
});

/** The values that the service derives if its settings leave them open. */
export const workedOutQuery = queryOptions({
  queryKey: ['settings', 'worked out'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/configurations/infer', { signal })),
});

/** Switches runs on or off, for all processes of the service. */
export const switchRuns = (areOn: boolean) =>
  dataOf(api.POST('/api/v1/configurations', { body: { name: 'executions.enabled', value: String(areOn) } }));

const often = 3_000;

export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/engines', { signal })),
  refetchInterval: often,
});

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => dataOf(api.GET('/health/ready', { signal })),
  refetchInterval: often,
});

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/usage', { signal })),
});

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/storage', { signal })),
});

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/retention', { signal })),
});

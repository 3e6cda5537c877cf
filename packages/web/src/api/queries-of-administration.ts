import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages, pageSize } from './all-pages.ts';
import { api, given } from './client.ts';
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

export const saveProfile = (body: Profile) => given(api.PUT('/api/v1/users/profile', { body, parseAs: 'text' }));

export const changePassword = (oldPassword: string, newPassword: string) =>
  given(api.POST('/api/v1/users/password', { body: { oldPassword, newPassword }, parseAs: 'text' }));

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/tokens', { signal })),
});

/** Gives the token itself, which the service tells this once. */
export const makeToken = (expiredDuration: number, description: string, scopes: Scope[]) =>
  given(api.POST('/api/v1/tokens', { body: { expiredDuration, description, scopes } }));

export const deleteToken = (id: number) => given(api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } }));

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    allPages((page) =>
      given(api.GET('/api/v1/users/details', { params: { query: { page, size: pageSize } }, signal })),
    ),
});

/** What is absent stays as it is; a new user has no id. */
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

export const saveUser = (body: UserToSave) => given(api.POST('/api/v1/users', { body, parseAs: 'text' }));

export const deleteUser = (id: number) =>
  given(api.DELETE('/api/v1/users/{id}', { params: { path: { id } }, parseAs: 'text' }));

export const deleteTokensOf = (id: number) =>
  given(api.DELETE('/api/v1/users/{id}/tokens', { params: { path: { id } } }));

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/connections', { signal })),
});

/** What leads to a place, beside its name. A secret that is absent stays as it is, and null takes it away. */
export interface ConnectionWords {
  readonly name: string;
  readonly category: string;
  readonly [field: string]: unknown;
}

export const createConnection = (projectId: number | null, words: ConnectionWords) =>
  given(api.POST('/api/v1/connections', { body: { ...words, projectId } }));

export const updateConnection = (id: number, words: ConnectionWords) =>
  given(api.PUT('/api/v1/connections/{id}', { params: { path: { id } }, body: { ...words } }));

export const deleteConnection = (id: number) =>
  given(api.DELETE('/api/v1/connections/{id}', { params: { path: { id } }, parseAs: 'text' }));

/** Gives what answers, in words. Kept secrets of the connection `id` go along. */
export const tryConnection = async (id: number | null, { name: _name, ...words }: ConnectionWords): Promise<string> =>
  (await given(api.POST('/api/v1/connections/test', { body: { ...words, id } }))).message;

export const groupMembersQuery = queryOptions({
  queryKey: ['groups', 'members'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/groups/members', { signal })),
});

export interface GroupToSave {
  readonly id?: number;
  readonly name: string;
  readonly users: string[];
}

export const saveGroup = (body: GroupToSave) => given(api.POST('/api/v1/groups', { body, parseAs: 'text' }));

export const deleteGroup = (id: number) =>
  given(api.DELETE('/api/v1/groups/{id}', { params: { path: { id } }, parseAs: 'text' }));

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/roles', { signal })),
});

/** The names of all permissions that the service knows. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/permissions', { signal })),
  staleTime: Infinity,
});

type Permission = paths['/api/v1/roles']['post']['requestBody']['content']['application/json']['permissions'][number];

export interface RoleToSave {
  readonly id?: number;
  readonly name: string;
  readonly permissions: readonly string[];
}

export const saveRole = ({ permissions, ...role }: RoleToSave) =>
  given(api.POST('/api/v1/roles', { body: { ...role, permissions: permissions as Permission[] }, parseAs: 'text' }));

export const deleteRole = (id: number) =>
  given(api.DELETE('/api/v1/roles/{id}', { params: { path: { id } }, parseAs: 'text' }));

export interface AuditQuery {
  readonly page: number;
  readonly userId?: number;
  readonly action?: string;
  /** Milliseconds since the epoch, both ends included. */
  readonly from?: number;
  readonly to?: number;
}

export const auditPageSize = 100;

const auditPage = ({ from, to, ...wish }: AuditQuery, size: number, signal?: AbortSignal) =>
  given(
    api.GET('/api/v1/audit', {
      params: {
        query: {
          ...wish,
          size,
          ...(from === undefined ? {} : { from: String(from) }),
          ...(to === undefined ? {} : { to: String(to) }),
        },
      },
      ...(signal === undefined ? {} : { signal }),
    }),
  );

/** Most entries that one answer brings. */
const atOnce = 1_000;

/** All entries that match, up to now: those that come meanwhile would move the pages. */
export async function allAudit(wish: Omit<AuditQuery, 'page'>): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const to = Math.min(wish.to ?? Infinity, Date.now());
  for (let page = 0; ; page++) {
    const { entries: some, totalPages } = await auditPage({ ...wish, to, page }, atOnce);
    entries.push(...some);
    if (page + 1 >= totalPages) return entries;
  }
}

export const auditQuery = (wish: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', wish],
    queryFn: ({ signal }) => auditPage(wish, auditPageSize, signal),
    placeholderData: keepPreviousData,
  });

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/configurations', { signal })),
});

/** What the service has worked out where its settings leave it open. */
export const workedOutQuery = queryOptions({
  queryKey: ['settings', 'worked out'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/configurations/infer', { signal })),
});

/** Switches runs on or off, for all processes of the service. */
export const switchRuns = (areOn: boolean) =>
  given(api.POST('/api/v1/configurations', { body: { name: 'executions.enabled', value: String(areOn) } }));

const often = 3_000;

export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/engines', { signal })),
  refetchInterval: often,
});

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => given(api.GET('/health/ready', { signal })),
  refetchInterval: often,
});

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/usage', { signal })),
});

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/storage', { signal })),
});

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/retention', { signal })),
});

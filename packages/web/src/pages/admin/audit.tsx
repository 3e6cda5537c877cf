import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useMay } from '../../api/may.ts';
import { allAudit, auditQuery, type AuditEntry, type AuditQuery } from '../../api/queries-of-administration.ts';
import { peopleQuery } from '../../api/queries-of-workflows.ts';
import { auditTexts } from '../../texts/admin/audit.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { stretchOf } from '../../ui/days.ts';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { saveTable, stamp } from '../../ui/save-table.ts';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import list from '../../ui/list.module.css';
import { AdminPage } from './admin-page.tsx';
import { auditSearch, type AuditSearch } from './search.ts';
import classes from './audit.module.css';

const texts = auditTexts;

const from = '/admin/audit';

/** The filters of the address as the service expects them; days are in the reader's time zone. */
function queryOf({ user, action, from: first, to: last, page = 1 }: AuditSearch): AuditQuery {
  const { from: begin, until } = stretchOf(first, last);
  return {
    page: page - 1,
    ...(user === undefined ? {} : { userId: user }),
    ...(action === undefined ? {} : { action }),
    ...(begin === undefined ? {} : { from: begin }),
    ...(until === undefined ? {} : { to: until - 1 }),
  };
}

/** Changes and sign-ins with their users, the newest first. */
export function Audit() {
  const search = useSearch({ from });
  const isAllowed = useMay()('audit.report.manage');
  const query = useQuery({ ...auditQuery(queryOf(search)), enabled: isAllowed });
  const { page = 1, ...filters } = search;
  const save = useExport(search);
  return (
    <AdminPage
      part="audit"
      aside={
        <Button
          size="compact-sm"
          variant="default"
          loading={save.isPending}
          disabled={(query.data?.totalElements ?? 0) === 0}
          onClick={() => save.mutate()}
        >
          {columnsTexts.asCsv}
        </Button>
      }
    >
      {save.error === null ? null : (
        <p role="alert" className={classes.refused}>
          {save.error.message}
        </p>
      )}
      <p className={classes.hint}>{texts.hint}</p>
      <Filters search={search} many={query.data?.totalElements} />
      <Loaded query={query}>
        {({ entries, totalPages }) =>
          entries.length === 0 ? (
            <Empty title={Object.keys(filters).length === 0 ? texts.none : texts.noMatch}>
              {Object.keys(filters).length === 0 && page === 1 ? undefined : (
                <Link to={from} search={{}}>
                  {texts.clear}
                </Link>
              )}
            </Empty>
          ) : (
            <>
              <Entries entries={entries} search={search} />
              {totalPages > 1 ? <Pages page={page} pages={totalPages} search={search} /> : null}
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

/** Saves all entries that pass the filters as a table. */
const useExport = (search: AuditSearch) =>
  useMutation({
    mutationFn: () => allAudit(queryOf(search)),
    onSuccess: (entries) =>
      saveTable(
        'audit',
        ['at', 'user', 'action', 'target', 'status', 'requestId'],
        entries.map(({ at, userName, action, target, status, requestId }) => [
          stamp(at),
          userName,
          action,
          target,
          status,
          requestId,
        ]),
      ),
  });

interface FiltersProps {
  readonly search: AuditSearch;
  readonly many: number | undefined;
}

function Filters({ search, many }: FiltersProps) {
  const { data: people = [] } = useQuery(peopleQuery);
  const navigate = useNavigate({ from });
  const userFieldId = useId();
  const { user, action = '', from: first = '', to: last = '' } = search;
  // another filter begins at its first page
  const setSearch = (next: Record<string, unknown>): void =>
    void navigate({ to: '.', search: auditSearch({ ...search, page: 1, ...next }), replace: true });
  const isKnown = user === undefined || people.some(({ id }) => id === user);
  return (
    <div className={classes.filters}>
      <div className={classes.field}>
        <label htmlFor={userFieldId}>{texts.who}</label>
        <select
          id={userFieldId}
          className={classes.select}
          value={user ?? ''}
          onChange={({ currentTarget: { value } }) => setSearch({ user: value === '' ? undefined : Number(value) })}
        >
          <option value="">{texts.everybody}</option>
          {isKnown ? null : <option value={user}>{texts.someone(user)}</option>}
          {people.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
        </select>
      </div>
      <TextInput
        size="xs"
        label={texts.action}
        placeholder={texts.actionHint}
        value={action}
        onChange={(event) => setSearch({ action: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        type="date"
        label={texts.from}
        value={first}
        onChange={(event) => setSearch({ from: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        type="date"
        label={texts.to}
        value={last}
        onChange={(event) => setSearch({ to: event.currentTarget.value })}
      />
      <span className="soft" role="status">
        {many === undefined ? '' : texts.count(count(many), many)}
      </span>
    </div>
  );
}

function Entries({ entries, search }: { readonly entries: readonly AuditEntry[]; readonly search: AuditSearch }) {
  return (
    <div className={list.viewport} tabIndex={0} role="region" aria-label={texts.list}>
      <table className={list.table}>
        <thead>
          <tr>
            <th scope="col">{texts.when}</th>
            <th scope="col">{texts.who}</th>
            <th scope="col">{texts.outcome}</th>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.target}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, userId, userName, action, target, status }) => (
            <tr key={id}>
              <td>
                <Time at={at} />
              </td>
              <td title={userName}>
                {userId === null ? (
                  userName
                ) : (
                  <Link
                    to={from}
                    search={auditSearch({ ...search, page: 1, user: userId })}
                    title={texts.onlyOf(userName)}
                  >
                    {userName}
                  </Link>
                )}
              </td>
              <td>
                <Outcome status={status} />
              </td>
              <td title={action}>{texts.actions[action] ?? <span className="data">{action}</span>}</td>
              <td className="data" title={target}>
                {target}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The response of a request: as sign, word and number. */
function Outcome({ status }: { readonly status: number }) {
  const [sign, word, tone] =
    status < 400 ? ['✓', texts.done, 'good'] : status < 500 ? ['✕', texts.refused, 'soft'] : ['✕', texts.failed, 'bad'];
  return (
    <span className={classes.outcome} data-tone={tone}>
      <span aria-hidden>{sign}</span> {word} {status < 400 ? null : <span className="data">{status}</span>}
    </span>
  );
}

interface PagesProps {
  readonly page: number;
  readonly pages: number;
  readonly search: AuditSearch;
}

const Pages = ({ page, pages, search }: PagesProps) => (
  <nav aria-label={texts.pages} className={classes.pages}>
    {page > 1 ? (
      <Link to={from} search={auditSearch({ ...search, page: page - 1 })}>
        ← {texts.newer}
      </Link>
    ) : null}
    <span className="soft">{texts.page(count(page), count(pages))}</span>
    {page < pages ? (
      <Link to={from} search={auditSearch({ ...search, page: page + 1 })}>
        {texts.older} →
      </Link>
    ) : null}
  </nav>
);

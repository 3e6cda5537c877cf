import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMay } from '../../../api/may.ts';
import {
  restoreVersion,
  versionQuery,
  versionsQuery,
  workflowsQuery,
  type VersionHead,
} from '../../../api/queries-of-workflows.ts';
import { workflowQuery } from '../../../api/queries-of-editor.ts';
import { workflowImportTexts } from '../../../texts/workflow-import.ts';
import { versionsTexts } from '../../../texts/versions.ts';
import { columnsTexts } from '../../../texts/columns.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useNotice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { Page } from '../../page.tsx';
import type { VersionsSearch } from '../search.ts';
import { ComparisonView } from './comparison.tsx';
import classes from './versions.module.css';

const texts = versionsTexts;

/** The versions of a workflow: user and comment of each, differences between two, and a button to restore one. */
export function Versions() {
  const { id: text } = useParams({ from: '/workflows/$id/versions' });
  const id = Number(text);
  const query = useQuery(versionsQuery(id));
  const { data: record } = useQuery(workflowQuery(id));
  const { say, element: notice } = useNotice();
  const client = useQueryClient();
  const may = useMay();
  const restore = useMutation({
    mutationFn: async ({ version, newest }: { readonly version: number; readonly newest: number }) => {
      const { content } = await client.ensureQueryData(versionQuery(id, version));
      await restoreVersion(id, content, newest, texts.comment(version));
      return version;
    },
    onSuccess: async (version) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['workflow', id] }),
        client.invalidateQueries({ queryKey: workflowsQuery.queryKey }),
      ]);
      say({ text: texts.restored(version) });
    },
    onError: async (error) => {
      say({ text: `${texts.notRestored} ${error.message}`, isFault: true });
      await client.invalidateQueries({ queryKey: versionsQuery(id).queryKey });
    },
  });
  const mayEdit = record !== undefined && may('workflows.modify', 'EDIT', record.projectId);
  return (
    <Page
      title={record === undefined ? texts.title : `${record.name}: ${texts.title}`}
      aside={
        <>
          <Link to="/workflows">{workflowImportTexts.back}</Link>
          <Link to="/workflows/$id" params={{ id: text }}>
            {texts.open}
          </Link>
        </>
      }
    >
      {notice}
      <Loaded query={query}>
        {(versions) => (
          <Panes
            id={id}
            versions={versions}
            onRestore={
              mayEdit && !restore.isPending
                ? (version) => restore.mutate({ version, newest: versions[0]?.version ?? version })
                : undefined
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

interface PanesProps {
  readonly id: number;
  /** The newest first. */
  readonly versions: readonly VersionHead[];
  readonly onRestore: ((version: number) => void) | undefined;
}

function Panes({ id, versions, onRestore }: PanesProps) {
  const search = useSearch({ from: '/workflows/$id/versions' });
  const navigate = useNavigate({ from: '/workflows/$id/versions' });
  const { to = versions[0]?.version ?? 1, from = versions.find(({ version }) => version < to)?.version ?? to } = search;
  const pick = (next: VersionsSearch): void =>
    void navigate({ to: '.', search: (all: VersionsSearch) => ({ ...all, from, to, ...next }), replace: true });
  return (
    <div className={classes.panes}>
      <div className={classes.list} tabIndex={0} role="region" aria-label={texts.list}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.from}</th>
              <th scope="col">{texts.to}</th>
              <th scope="col">{columnsTexts.version}</th>
              <th scope="col">{texts.saved}</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one, i) => (
              <VersionRow
                key={one.version}
                head={one}
                isCurrent={i === 0}
                range={{ from, to }}
                onPick={pick}
                onRestore={onRestore}
              />
            ))}
          </tbody>
        </table>
      </div>
      <section aria-label={texts.compared(from, to)} className={classes.compared} tabIndex={0}>
        <h2>{texts.compared(from, to)}</h2>
        {from === to ? <p className="soft">{texts.only}</p> : <ComparisonView id={id} from={from} to={to} />}
      </section>
    </div>
  );
}

interface VersionRowProps extends Pick<PanesProps, 'onRestore'> {
  readonly head: VersionHead;
  readonly isCurrent: boolean;
  /** The versions that are compared. */
  readonly range: { readonly from: number; readonly to: number };
  readonly onPick: (part: VersionsSearch) => void;
}

function VersionRow({ head, isCurrent, range, onPick, onRestore }: VersionRowProps) {
  const { version, userName, dateLastUpdated, userComment } = head;
  return (
    <tr data-chosen={version === range.from || version === range.to}>
      {(['from', 'to'] as const).map((end) => (
        <td key={end} className={classes.pick}>
          <input
            type="radio"
            name={end}
            aria-label={texts.pick[end](version)}
            checked={range[end] === version}
            onChange={() => onPick({ [end]: version })}
          />
        </td>
      ))}
      <td className={classes.number}>{version}</td>
      <td>
        <div>
          {userName} <span className="soft">· </span>
          <span className="soft">
            <Time at={dateLastUpdated} />
          </span>
          {isCurrent ? <span className={classes.current}>{texts.current}</span> : null}
        </div>
        {userComment === null || userComment === '' ? null : <div className={classes.comment}>{userComment}</div>}
        {isCurrent || onRestore === undefined ? null : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.restoreOf(version)}
            onClick={() => onRestore(version)}
          >
            {texts.restore}
          </Button>
        )}
      </td>
    </tr>
  );
}

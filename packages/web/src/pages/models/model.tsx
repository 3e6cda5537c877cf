import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { modelQuery, modelsChanged, updateModel, type ModelRecord } from '../../api/models.ts';
import { ApiError } from '../../api/problem.ts';
import { projectsQuery } from '../../api/queries.ts';
import { modelsTexts } from '../../texts/models.ts';
import { errorTexts } from '../../texts/error.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/states.tsx';
import { tabLink, Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { About } from './about.tsx';
import { Comparison } from './comparison.tsx';
import { CopyButton } from './copy-button.tsx';
import { DeleteDialog, type DeletionTarget } from './delete-dialog.tsx';
import { comparedVersions, tabs, type Tab } from './search.ts';
import { TryIt } from './try-it.tsx';
import { UsedBy } from './used-by.tsx';
import { VersionTable } from './version-table.tsx';
import { VersionView, type VersionActions } from './version-view.tsx';
import classes from './model.module.css';

const texts = modelsTexts;

/** A registered model: its versions, champion, predictions and users. */
export function ModelPage() {
  const { id } = useParams({ from: '/models/$id' });
  return <OneModel key={id} id={Number(id)} />;
}

function OneModel({ id }: { readonly id: number }) {
  const query = useQuery(modelQuery(id));
  const { error } = query;
  const may = useMay();
  const [deletionTarget, setDeletionTarget] = useState<DeletionTarget>();
  const model = query.data;
  const mayEdit = model !== undefined && may('workflows.modify', 'EDIT', model.projectId);
  return (
    <Page
      title={model?.name ?? texts.title}
      aside={
        <>
          <Link to="/models">{texts.all}</Link>
          {mayEdit ? (
            <Button size="compact-sm" variant="default" onClick={() => setDeletionTarget('model')}>
              {texts.deleteModel}
            </Button>
          ) : null}
        </>
      }
    >
      {error instanceof ApiError && error.status === 404 ? (
        <Empty title={texts.noModel(String(id))}>{errorTexts.missingHint}</Empty>
      ) : (
        <Loaded query={query}>
          {(one) => (
            <Sides model={one} mayEdit={mayEdit} deletionTarget={deletionTarget} onDelete={setDeletionTarget} />
          )}
        </Loaded>
      )}
    </Page>
  );
}

interface SidesProps {
  readonly model: ModelRecord;
  readonly mayEdit: boolean;
  readonly deletionTarget: DeletionTarget | undefined;
  readonly onDelete: (deletionTarget: DeletionTarget | undefined) => void;
}

function Sides({ model, mayEdit, deletionTarget, onDelete }: SidesProps) {
  const { id } = model;
  const { tab = 'versions' } = useSearch({ from: '/models/$id' });
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/models/$id' });
  const { say, element: notice } = useNotice();
  const champion = useMutation({
    mutationFn: (version: number | null) => updateModel(id, { champion: version }),
    onSuccess: async (_, version) => {
      await modelsChanged(client);
      say({ text: version === null ? texts.unmarked : texts.marked(version) });
    },
    onError: (error) => say({ text: error.message, isFault: true }),
  });
  const actions: VersionActions | undefined = mayEdit
    ? { isBusy: champion.isPending, onChampion: (version) => champion.mutate(version), onDelete }
    : undefined;
  return (
    <>
      {notice}
      <About model={model} mayEdit={mayEdit} />
      <Facts model={model} />
      <Tabs label={texts.sides}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="/models/$id"
            params={{ id: String(id) }}
            search={one === 'versions' ? {} : { tab: one }}
            {...tabLink}
            aria-current={one === tab ? 'page' : undefined}
          >
            {texts.tabs[one]} <Many of={model} tab={one} />
          </Link>
        ))}
      </Tabs>
      <div className={classes.part}>
        <Part tab={tab} model={model} actions={actions} />
      </div>
      <DeleteDialog
        model={model}
        target={deletionTarget}
        onLeave={() => onDelete(undefined)}
        onDeleted={async (target) => {
          onDelete(undefined);
          if (target === 'model') {
            await navigate({ to: '/models' });
            client.removeQueries({ queryKey: ['models', id] });
          } else {
            await navigate({ to: '.', search: {}, replace: true });
            say({ text: texts.deletion.deleted(target) });
          }
          await modelsChanged(client);
        }}
      />
    </>
  );
}

const Many = ({ of: { versions, usedBy }, tab }: { readonly of: ModelRecord; readonly tab: Tab }) =>
  tab === 'try' ? null : <span className="soft">{count(tab === 'versions' ? versions.length : usedBy.length)}</span>;

interface PartProps {
  readonly tab: Tab;
  readonly model: ModelRecord;
  readonly actions: VersionActions | undefined;
}

function Part({ tab, model, actions }: PartProps) {
  const { version, compare } = useSearch({ from: '/models/$id' });
  if (tab === 'try') return <TryIt model={model} requested={version} />;
  if (tab === 'uses') return <UsedBy users={model.usedBy} />;
  if (compare !== undefined) return <VersionComparison model={model} requested={comparedVersions(compare)} />;
  if (version === undefined) return <VersionTable model={model} />;
  const matchingVersion = model.versions.find((one) => one.version === version);
  if (matchingVersion === undefined) return <Empty title={texts.noVersion(version)}>{texts.noVersionHint}</Empty>;
  return <VersionView key={version} model={model} version={matchingVersion} actions={actions} />;
}

/** The existing ones of some versions, side by side; for fewer than two, all versions to select from. */
function VersionComparison({
  model,
  requested,
}: {
  readonly model: ModelRecord;
  readonly requested: readonly number[];
}) {
  const numbers = new Set(model.versions.map(({ version }) => version));
  const there = requested.filter((one) => numbers.has(one));
  const missing = requested.filter((one) => !numbers.has(one));
  return (
    <>
      {missing.length === 0 ? null : (
        <p className={classes.warning}>{texts.notCompared(missing.join(', '), missing.length)}</p>
      )}
      {there.length < 2 ? <VersionTable model={model} /> : <Comparison id={model.id} versions={there} />}
    </>
  );
}

/** The permanent facts of a model, and its reference in workflows. */
function Facts({ model: { name, projectId, champion, versions, dateCreated } }: { readonly model: ModelRecord }) {
  const { data: projects } = useQuery(projectsQuery);
  const project = projects?.find(({ id }) => id === projectId);
  const reference = `models:/${name}`;
  const isReplaced = versions.some((one) => one.isChampion && one.isReplaced);
  return (
    <dl className={classes.about}>
      <div>
        <dt>{columnsTexts.project}</dt>
        <dd>
          <Link to="/projects/$id" params={{ id: String(projectId) }} search={{ tab: 'models' }}>
            {project?.name ?? projectId}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{texts.champion}</dt>
        <dd>
          {champion === null ? (
            <span className="soft">{texts.noChampion}</span>
          ) : (
            <Link to="/models/$id" from="/models/$id" search={{ version: champion }}>
              <span aria-hidden>★ </span>
              {texts.versionOf(champion)}
            </Link>
          )}
          {isReplaced ? (
            <span className={classes.replaced} title={texts.replacedHint}>
              {' '}
              {texts.replaced}
            </span>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>{texts.created}</dt>
        <dd>
          <Time at={dateCreated} />
        </dd>
      </div>
      <div className={classes.reference}>
        <dt>{texts.reference}</dt>
        <dd>
          <code title={reference}>{reference}</code>
          <CopyButton text={reference} label={texts.copyReference} />
        </dd>
      </div>
    </dl>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { modelDownload, type ModelRecord, type ModelVersion } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { count, size } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { betterOf, inOrder, metricText } from './metrics.ts';
import { Parameters } from './parameters.tsx';
import { Classes, Columns, Features } from './data-facts.tsx';
import { Section } from './section.tsx';
import { Marks, Origin } from './version-table.tsx';
import { kindOf } from './version-words.ts';
import classes from './model.module.css';

const said = modelsTexts;

/** What may be done with versions by somebody who may change the model. */
export interface VersionActions {
  readonly isBusy: boolean;
  readonly onChampion: (version: number | null) => void;
  readonly onDelete: (version: number) => void;
}

interface VersionViewProps {
  readonly model: ModelRecord;
  readonly version: ModelVersion;
  /** Undefined for who may not change it. */
  readonly actions: VersionActions | undefined;
}

/** All that is known of a version: how it came about, how good it is, its parameters, the rows that it reads. */
export const VersionView = ({ model, version, actions }: VersionViewProps) => (
  <>
    <div className={classes.head}>
      <Link to="/models/$id" params={{ id: String(model.id) }} search={{}}>
        <span aria-hidden>← </span>
        {said.backToVersions}
      </Link>
      <h2>{said.versionOf(version.version)}</h2>
      <Marks version={version} />
      <span className={classes.actions}>
        <Actions model={model} version={version} actions={actions} />
      </span>
    </div>
    {version.isReplaced ? <p className={classes.warning}>{said.replacedHint}</p> : null}
    <div className={classes.panes}>
      <div className={classes.pane}>
        <Section title={said.metrics}>
          <Metrics version={version} />
        </Section>
        <Section title={said.facts}>
          <Facts version={version} />
        </Section>
      </div>
      <div className={classes.pane}>
        <Section title={said.parameters}>
          <Parameters parameters={version.parameters} />
        </Section>
        <Features features={version.features} />
        <Classes classes={version.classes} />
        <Columns version={version} />
      </div>
    </div>
  </>
);

function Actions({ model: { id }, version: { version, isChampion, isReplaced }, actions }: VersionViewProps) {
  return (
    <>
      {actions === undefined || (isReplaced && !isChampion) ? null : (
        <Button
          size="compact-sm"
          variant="default"
          disabled={actions.isBusy}
          onClick={() => actions.onChampion(isChampion ? null : version)}
        >
          {isChampion ? said.unmark : said.mark}
        </Button>
      )}
      {isReplaced ? null : (
        <>
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/models/$id" params={{ id: String(id) }} search={{ tab: 'try', version }} />
            )}
          >
            {said.tryIt}
          </Button>
          <Button size="compact-sm" variant="default" component="a" href={modelDownload(id, version)} download>
            {said.download}
          </Button>
        </>
      )}
      {actions === undefined ? null : (
        <Button size="compact-sm" variant="default" onClick={() => actions.onDelete(version)}>
          {said.delete}
        </Button>
      )}
    </>
  );
}

function Metrics({ version: { metrics, workflow: own } }: { readonly version: ModelVersion }) {
  if (metrics.length === 0) return <p className="soft">{said.noMetrics}</p>;
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={said.metrics}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{said.metric}</th>
            <th scope="col" data-align="end">
              {said.value}
            </th>
            <th scope="col">{said.node}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(metrics).map(({ nodeId, node, name, value, workflow }) => (
            <tr key={`${workflow?.id} ${nodeId} ${node} ${name}`}>
              <th scope="row">{name}</th>
              <td data-align="end" className="data" title={hintOf(name)}>
                {metricText(value)}
              </td>
              <td className={classes.wraps}>
                {node}{' '}
                {workflow === null || workflow.id === own?.id ? null : <span className="soft">{workflow.name}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const hintOf = (name: string): string | undefined => {
  const better = betterOf(name);
  return better === undefined ? undefined : said.better[better];
};

function Facts({ version }: { readonly version: ModelVersion }) {
  const { algorithm, stages, rows, data, engine, compatibility, madeBy, maker, path, files, bytes } = version;
  const { inputs, outputs, dateCreated, userName, uuid } = version;
  const at = path.lastIndexOf('/');
  const facts: readonly (readonly [string, ReactNode])[] = [
    [said.kind, kindOf(version)],
    [said.fact.algorithm, <code key="algorithm">{algorithm}</code>],
    ...(stages.length > 1
      ? [
          [
            said.fact.stages,
            <ol key="stages" className={classes.stages}>
              {stages.map((stage, i) => (
                <li key={i}>
                  <code>{stage}</code>
                </li>
              ))}
            </ol>,
          ] as const,
        ]
      : []),
    [
      said.fact.trained,
      <span key="saved">
        <Time at={dateCreated} /> <span className="soft">·</span> {userName}
      </span>,
    ],
    [said.from, <Origin key="from" version={version} />],
    ...(maker === null ? [] : [[said.fact.maker, maker.node] as const]),
    ...(rows === null ? [] : [[said.fact.rows, count(rows)] as const]),
    ...(data === null
      ? []
      : [
          [
            said.fact.sources,
            <ul key="sources" className={classes.sources}>
              {data.sources.map((source) => (
                <li key={`${source.nodeId} ${source.path}`}>
                  <code>{source.path}</code> <span className="soft">{source.node}</span>
                </li>
              ))}
            </ul>,
          ] as const,
          [
            said.fact.data,
            <code key="data" title={`${said.fingerprintHint}: ${data.fingerprint}`}>
              {data.fingerprint.slice(0, 12)}
            </code>,
          ] as const,
        ]),
    ...(inputs === null ? [] : [[said.fact.inputs, <Names key="inputs" names={inputs} />] as const]),
    ...(outputs.length === 0 ? [] : [[said.fact.outputs, <Names key="outputs" names={outputs} />] as const]),
    ...(engine === null ? [] : [[columnsTexts.engine, engine] as const]),
    ...(compatibility === 'spark4' ? [] : [[said.fact.compatibility, compatibility] as const]),
    ...(madeBy === '' ? [] : [[said.fact.madeBy, madeBy] as const]),
    [said.fact.bytes, said.size(size(bytes), count(files), files)],
    [
      said.fact.path,
      <Link key="path" to="/files/$" params={{ _splat: path.slice(1, Math.max(1, at)) }}>
        <code>{path}</code>
      </Link>,
    ],
    [said.fact.uuid, <code key="uuid">{uuid}</code>],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <span className={classes.names}>
    {names.map((name) => (
      <code key={name}>{name}</code>
    ))}
  </span>
);

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

const texts = modelsTexts;

/** The actions for versions, for users who may change the model. */
export interface VersionActions {
  readonly isBusy: boolean;
  readonly onChampion: (version: number | null) => void;
  readonly onDelete: (version: number) => void;
}

interface VersionViewProps {
  readonly model: ModelRecord;
  readonly version: ModelVersion;
  /** Undefined for read-only users. */
  readonly actions: VersionActions | undefined;
}

/** All facts of a version: origin, metrics, parameters, columns. */
export const VersionView = ({ model, version, actions }: VersionViewProps) => (
  <>
    <div className={classes.head}>
      <Link to="/models/$id" params={{ id: String(model.id) }} search={{}}>
        <span aria-hidden>← </span>
        {texts.backToVersions}
      </Link>
      <h2>{texts.versionOf(version.version)}</h2>
      <Marks version={version} />
      <span className={classes.actions}>
        <Actions model={model} version={version} actions={actions} />
      </span>
    </div>
    {version.isReplaced ? <p className={classes.warning}>{texts.replacedHint}</p> : null}
    <div className={classes.panes}>
      <div className={classes.pane}>
        <Section title={texts.metrics}>
          <Metrics version={version} />
        </Section>
        <Section title={texts.facts}>
          <Facts version={version} />
        </Section>
      </div>
      <div className={classes.pane}>
        <Section title={texts.parameters}>
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
          {isChampion ? texts.unmark : texts.mark}
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
            {texts.tryIt}
          </Button>
          <Button size="compact-sm" variant="default" component="a" href={modelDownload(id, version)} download>
            {texts.download}
          </Button>
        </>
      )}
      {actions === undefined ? null : (
        <Button size="compact-sm" variant="default" onClick={() => actions.onDelete(version)}>
          {texts.delete}
        </Button>
      )}
    </>
  );
}

function Metrics({ version: { metrics, workflow: own } }: { readonly version: ModelVersion }) {
  if (metrics.length === 0) return <p className="soft">{texts.noMetrics}</p>;
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.metrics}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.metric}</th>
            <th scope="col" data-align="end">
              {texts.value}
            </th>
            <th scope="col">{texts.node}</th>
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
  return better === undefined ? undefined : texts.better[better];
};

type Fact = readonly [title: string, value: ReactNode];

const Facts = ({ version }: { readonly version: ModelVersion }) => (
  <dl className={classes.facts}>
    {[...algorithmFacts(version), ...trainingFacts(version), ...columnFacts(version), ...fileFacts(version)].map(
      ([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);

/** What the model is. */
const algorithmFacts = (version: ModelVersion): readonly Fact[] => [
  [texts.kind, kindOf(version)],
  [texts.fact.algorithm, <code key="algorithm">{version.algorithm}</code>],
  ...(version.stages.length > 1 ? [[texts.fact.stages, <Stages key="stages" stages={version.stages} />] as const] : []),
];

const Stages = ({ stages }: Pick<ModelVersion, 'stages'>) => (
  <ol className={classes.stages}>
    {stages.map((stage, i) => (
      <li key={i}>
        <code>{stage}</code>
      </li>
    ))}
  </ol>
);

/** When, by whom and on which data it was trained. */
const trainingFacts = (version: ModelVersion): readonly Fact[] => {
  const { rows, data, maker, dateCreated, userName } = version;
  return [
    [
      texts.fact.trained,
      <span key="saved">
        <Time at={dateCreated} /> <span className="soft">·</span> {userName}
      </span>,
    ],
    [texts.from, <Origin key="from" version={version} />],
    ...(maker === null ? [] : [[texts.fact.maker, maker.node] as const]),
    ...(rows === null ? [] : [[texts.fact.rows, count(rows)] as const]),
    ...(data === null
      ? []
      : [
          [texts.fact.sources, <Sources key="sources" sources={data.sources} />] as const,
          [
            texts.fact.data,
            <code key="data" title={`${texts.fingerprintHint}: ${data.fingerprint}`}>
              {data.fingerprint.slice(0, 12)}
            </code>,
          ] as const,
        ]),
  ];
};

const Sources = ({ sources }: Pick<NonNullable<ModelVersion['data']>, 'sources'>) => (
  <ul className={classes.sources}>
    {sources.map((source) => (
      <li key={`${source.nodeId} ${source.path}`}>
        <code>{source.path}</code> <span className="soft">{source.node}</span>
      </li>
    ))}
  </ul>
);

/** Its columns. */
const columnFacts = ({ inputs, outputs }: ModelVersion): readonly Fact[] => [
  ...(inputs === null ? [] : [[texts.fact.inputs, <Names key="inputs" names={inputs} />] as const]),
  ...(outputs.length === 0 ? [] : [[texts.fact.outputs, <Names key="outputs" names={outputs} />] as const]),
];

/** What made its files, and where they are. */
const fileFacts = (version: ModelVersion): readonly Fact[] => {
  const { engine, compatibility, madeBy: creator, path, files, bytes, uuid } = version;
  return [
    ...(engine === null ? [] : [[columnsTexts.engine, engine] as const]),
    ...(compatibility === 'spark4' ? [] : [[texts.fact.compatibility, compatibility] as const]),
    ...(creator === '' ? [] : [[texts.fact.madeBy, creator] as const]),
    [texts.fact.bytes, texts.size(size(bytes), count(files), files)],
    [
      texts.fact.path,
      <Link key="path" to="/files/$" params={{ _splat: path.slice(1, Math.max(1, path.lastIndexOf('/'))) }}>
        <code>{path}</code>
      </Link>,
    ],
    [texts.fact.uuid, <code key="uuid">{uuid}</code>],
  ];
};

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <span className={classes.names}>
    {names.map((name) => (
      <code key={name}>{name}</code>
    ))}
  </span>
);

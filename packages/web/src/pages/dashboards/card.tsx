import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ItemResult } from '../../api/queries-of-dashboards.ts';
import type { Output } from '../../api/queries-of-runs.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { Waiting } from '../../ui/states.tsx';
import { isLive } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { OutputList } from '../execution/output-list.tsx';
import { Download, OutputBody, OutputView } from '../execution/output-view.tsx';
import { isText, namesModel, type Item } from './content.ts';
import { ModelCard } from './model-card.tsx';
import { PrintedTable } from './printed-table.tsx';
import classes from './card.module.css';

const texts = dashboardsTexts;

/** The title of an item, whatever its record contains. */
export const titleOf = (item: Item, result?: ItemResult): string =>
  item.name ||
  (isText(item)
    ? ''
    : (result?.model?.name ??
      outputsOf(item, result)[0]?.title ??
      (item.workflowName || item.nodeId || texts.model.kind)));

/** The outputs that an item shows: the one with its title, or all if none has it. */
function outputsOf(item: Item, result: ItemResult | undefined): readonly Output[] {
  const all = result?.outputs ?? [];
  const matches = all.filter(({ title, type }) => title === item.output && (all.length === 1 || fits(item, type)));
  return matches.length > 0 ? matches : all;
}

/** A node may show a table and a chart of one title. */
const fits = ({ type }: Item, output: string): boolean =>
  type === 'CHART' ? output === 'chart' : type === 'TABLE' ? output === 'table' : true;

interface CardProps {
  readonly item: Item;
  /** Undefined while it is loading; null if the service has no content yet. */
  readonly result: ItemResult | null | undefined;
  readonly isPrinting?: boolean;
}

/** The source of an item's content: the run, its end, and later runs. */
export function Source({ item, result }: Pick<CardProps, 'item' | 'result'>) {
  if (isText(item) || result == null) return null;
  const { executionId, endedAt, latest } = result;
  const isNewer = latest !== null && latest.executionId !== executionId;
  const failed = isNewer ? texts.statuses[latest.status] : undefined;
  return (
    <p className={classes.source}>
      {executionId === null ? null : (
        <Link to="/executions/$id" params={{ id: String(executionId) }} title={texts.run(executionId)}>
          {item.workflowName || texts.run(executionId)}
          {endedAt === null ? null : (
            <>
              {' · '}
              <Time at={endedAt} />
            </>
          )}
        </Link>
      )}
      {latest === null || !isNewer ? null : isLive(latest.status) ? (
        <Link to="/executions/$id" params={{ id: String(latest.executionId) }} className={classes.running}>
          <span aria-hidden>▶ </span>
          {texts.isRunning}
        </Link>
      ) : failed === undefined ? null : (
        <Link to="/executions/$id" params={{ id: String(latest.executionId) }} className={classes.failed}>
          <span aria-hidden>✕ </span>
          {texts.failed(failed)} <Time at={latest.startedAt} />
        </Link>
      )}
      {result.state === 'gone' && result.outputs.length > 0 ? (
        <span className={classes.failed}>{texts.goneShown}</span>
      ) : null}
    </p>
  );
}

/** The present content of an item, or the reason for its absence. */
export function CardBody({ item, result, isPrinting = false }: CardProps) {
  if (isText(item)) return <p className={classes.text}>{item.text ?? (item['description'] as string) ?? ''}</p>;
  if (result === undefined) return <Waiting rows={3} />;
  if (result === null) return <p className={classes.nothing}>{texts.notSaved}</p>;
  const outputs = outputsOf(item, result);
  const [only] = outputs;
  const runId = result.executionId ?? undefined;
  if (result.model !== null)
    return (
      <div className={classes.several}>
        <ModelCard model={result.model} />
        {only === undefined ? null : <OutputList runId={runId} outputs={outputs} />}
      </div>
    );
  if (only === undefined) return <Nothing item={item} state={result.state} />;
  if (outputs.length === 1)
    return (
      <div className={classes.only}>
        {isPrinting && only.type === 'table' ? (
          <PrintedTable output={only} />
        ) : (
          <OutputBody runId={runId} output={only} />
        )}
      </div>
    );
  return (
    <div className={classes.several}>
      {isPrinting ? (
        outputs.map((output, i) =>
          output.type === 'table' ? (
            <PrintedTable key={i} output={output} />
          ) : (
            <OutputView key={i} runId={runId} output={output} />
          ),
        )
      ) : (
        <OutputList runId={runId} outputs={outputs} />
      )}
    </div>
  );
}

function Nothing({ item, state }: { readonly item: Item; readonly state: ItemResult['state'] }) {
  const isOfModel = namesModel(item);
  const message = isOfModel ? texts.model.gone : texts.gone;
  const why = state === 'never' ? texts.never : state === 'gone' ? message : texts.nothing;
  return (
    <div className={classes.nothing}>
      <p>{why}</p>
      {state === 'gone' || isOfModel ? null : (
        <Link to="/workflows/$id" params={{ id: item.workflowId }}>
          {texts.toWorkflow}
        </Link>
      )}
    </div>
  );
}

interface FrameProps extends CardProps {
  readonly children?: ReactNode;
}

/** An item in reading mode. */
export function Card({ item, result, isPrinting = false }: FrameProps) {
  const title = titleOf(item, result ?? undefined);
  const outputs = outputsOf(item, result ?? undefined);
  return (
    <article className={classes.card} aria-label={title || texts.text} data-text={isText(item)}>
      {title === '' ? null : (
        <div className={classes.head}>
          <h2 className={classes.title} title={title}>
            {title}
          </h2>
          {outputs.length === 1 && outputs[0] !== undefined && result?.model == null && !isPrinting ? (
            <span className={classes.way}>
              <Download runId={result?.executionId ?? undefined} output={outputs[0]} />
            </span>
          ) : null}
        </div>
      )}
      <Source item={item} result={result} />
      <CardBody item={item} result={result} isPrinting={isPrinting} />
    </article>
  );
}

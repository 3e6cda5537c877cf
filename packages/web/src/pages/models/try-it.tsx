import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { predict, type ModelRecord, type ModelVersion, type Prediction } from '../../api/models.ts';
import type { Cell } from '../../api/cell.ts';
import { modelsTexts } from '../../texts/models.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { duration } from '../../ui/format.ts';
import { GrowingText } from '../../ui/growing-text.tsx';
import { Empty } from '../../ui/states.tsx';
import { Fault } from '../files/fault.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { CopyButton } from './copy-button.tsx';
import { predictCall } from './curl.ts';
import { exampleRow, readColumns, rowsOf, rowsText } from './example-row.ts';
import { modelSearch } from './search.ts';
import classes from './model.module.css';

const texts = modelsTexts.try;

interface TryItProps {
  readonly model: ModelRecord;
  /** The version in the address. */
  readonly requested: number | undefined;
}

/** Predicts rows with a selected version. */
export function TryIt({ model, requested }: TryItProps) {
  const navigate = useNavigate({ from: '/models/$id' });
  const { versions, champion } = model;
  const usable = versions.find(({ isReplaced }) => !isReplaced);
  const selectedVersion = versions.find(({ version }) => version === (requested ?? champion)) ?? usable ?? versions[0];
  if (selectedVersion === undefined) return <Empty title={texts.noneLeft}>{modelsTexts.noVersionsHint}</Empty>;
  return (
    <div className={classes.try}>
      <NativeSelect
        className={classes.choice}
        label={texts.version}
        value={selectedVersion.version}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ to: '.', search: (all) => modelSearch({ ...all, version: Number(value) }), replace: true })
        }
      >
        {versions.map(({ version, isChampion, isReplaced }) => (
          <option key={version} value={version} disabled={isReplaced}>
            {isReplaced ? texts.replaced(version) : isChampion ? texts.champion(version) : version}
          </option>
        ))}
      </NativeSelect>
      <Rows key={selectedVersion.version} model={model} version={selectedVersion} />
    </div>
  );
}

interface Answer {
  readonly prediction: Prediction;
  readonly ms: number;
}

function Rows({ model: { id, projectId }, version }: { readonly model: ModelRecord; readonly version: ModelVersion }) {
  const may = useMay();
  const isAllowed = may('workflows.execute', 'EXECUTE', projectId);
  const predicts = version.outputs.length > 0;
  const mayRun = isAllowed && predicts && !version.isReplaced;
  const saved = { text: rowsText([exampleRow(version)]) };
  const { draft, change } = useDraft(useDraftKey(`model.${id}.${version.version}.rows`), saved);
  const [columns] = useState(() => readColumns(version));
  const run = useMutation({
    mutationFn: async (): Promise<Answer> => {
      const rows = rowsOf(draft.text, texts);
      const start = performance.now();
      const prediction = await predict(id, version.version, rows);
      return { prediction, ms: performance.now() - start };
    },
  });
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || run.isPending || !mayRun) return;
    event.preventDefault();
    run.mutate();
  };
  return (
    <div className={`${classes.panes} ${classes.tried}`}>
      <div className={classes.pane}>
        <GrowingText
          label={texts.rows}
          description={columns.length === 0 ? texts.rowsHintAny : texts.rowsHint(columns.join(', '))}
          classNames={{ input: classes.json }}
          minRows={6}
          maxRows={24}
          spellCheck={false}
          value={draft.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={press}
        />
        <div className={classes.row}>
          <Button size="compact-sm" disabled={!mayRun} loading={run.isPending} onClick={() => run.mutate()}>
            {texts.predict}
          </Button>
          <kbd className="soft">{texts.keys}</kbd>
          {draft.text === saved.text ? null : (
            <button type="button" className={classes.link} onClick={() => change(saved)}>
              {texts.reset}
            </button>
          )}
        </div>
        {isAllowed ? null : <p className="soft">{texts.mayNot}</p>}
        {predicts ? null : <p className="soft">{texts.ofSeries}</p>}
        {version.isReplaced ? <p className={classes.warning}>{modelsTexts.replacedHint}</p> : null}
        {run.error === null ? null : <Fault error={run.error} />}
      </div>
      {mayRun ? <AnswerPart answer={run.data} isBusy={run.isPending} /> : null}
      {mayRun && may('enable.tokenGeneration') ? <Call id={id} version={version.version} text={draft.text} /> : null}
    </div>
  );
}

interface AnswerPartProps {
  /** Undefined before the first one. */
  readonly answer: Answer | undefined;
  readonly isBusy: boolean;
}

const AnswerPart = ({ answer, isBusy }: AnswerPartProps) => (
  <div aria-busy={isBusy} className={classes.section}>
    <h2>{texts.answer}</h2>
    {answer === undefined ? (
      <p className="soft" role="status">
        {isBusy ? texts.working : texts.nothingYet}
      </p>
    ) : (
      <Predictions {...answer} isOld={isBusy} />
    )}
  </div>
);

function Predictions({ prediction, ms, isOld }: Answer & { readonly isOld: boolean }) {
  const { rows, version } = prediction;
  const classColumn = rows.some((row) => 'predictedClass' in row) ? [{ name: 'predictedClass', type: 'string' }] : [];
  const columns = [...classColumn, ...prediction.columns];
  const cells = rows.map((row) => columns.map(({ name }) => (row[name] ?? null) as Cell));
  return (
    <div className={classes.answer} data-old={isOld}>
      <p className="soft" role="status">
        {isOld ? texts.working : texts.took(duration(ms), version)}
      </p>
      <DataTable label={texts.answer} columns={columns} rows={cells} />
    </div>
  );
}

/** The same call for a shell, with the present rows; with an example if they are invalid. */
function Call({ id, version, text }: { readonly id: number; readonly version: number; readonly text: string }) {
  const call = predictCall(location.origin, id, { version, rows: rowsOrNone(text) });
  return (
    <div className={classes.section}>
      <h2>{texts.call}</h2>
      <p className="soft">{texts.callHint}</p>
      <pre className={`data ${classes.call}`} tabIndex={0} role="region" aria-label={texts.call}>
        {call}
      </pre>
      <div className={classes.row}>
        <CopyButton text={call} label={texts.copyCall} />
        <Link to="/account" search={{ tab: 'tokens' }} className={classes.beside}>
          {texts.tokens}
        </Link>
      </div>
    </div>
  );
}

function rowsOrNone(text: string): readonly object[] {
  try {
    return rowsOf(text, texts);
  } catch {
    // shown next to the rows once they are sent
    return [];
  }
}

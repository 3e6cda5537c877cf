import { Button } from '@mantine/core';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import type { SchemaColumn, FilePreview } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import type { ColumnSummary } from '../../ui/column-summary.ts';
import { SummaryPicture } from '../../ui/column-summary.tsx';
import { count } from '../../ui/format.ts';
import { columnTypes, hasFormat, machineLearningTypes, mismatches, surplus, type Mismatch } from './columns.ts';
import classes from './columns-editor.module.css';

const texts = datasetTexts.schema;

interface ColumnsEditorProps {
  readonly columns: readonly SchemaColumn[];
  /** The columns of the files; undefined while they are loading, or if they cannot be read. */
  readonly preview: FilePreview | undefined;
  /** Whether the dataset or its files determine the names and types of columns. */
  readonly isOwn: boolean;
  /** Undefined if the columns are read-only. */
  readonly onChange: ((columns: readonly SchemaColumn[]) => void) | undefined;
  readonly onReset: (() => void) | undefined;
  readonly summaries?: readonly (ColumnSummary | undefined)[] | undefined;
  readonly error?: string | undefined;
}

/** The columns of a dataset with names, types and formats, compared with the columns of the files. */
export function ColumnsEditor(props: ColumnsEditorProps) {
  const { columns, preview, isOwn, onChange, onReset, summaries, error } = props;
  const columnMismatches = useMemo(() => mismatches(columns, preview), [columns, preview]);
  // unchanged rows are not drawn again, however many there are
  const latest = useRef({ columns, onChange });
  useEffect(() => {
    latest.current = { columns, onChange };
  });
  const setOne = useCallback((i: number, part: Partial<SchemaColumn>) => {
    const { columns: all, onChange: tell } = latest.current;
    tell?.(all.map((column, at) => (at === i ? { ...column, ...part } : column)));
  }, []);
  const mayChange = onChange !== undefined;
  return (
    <div className={classes.editor}>
      {isOwn ? null : <p className={classes.note}>{texts.ofFiles}</p>}
      <Differences {...{ columns, preview, mismatches: columnMismatches, onChange, onReset }} />
      {error === undefined ? null : (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.viewport} tabIndex={0} role="region" aria-label={texts.table}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.number}</th>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.type}</th>
              <th scope="col">{texts.format}</th>
              <th scope="col">{texts.learning}</th>
              {summaries === undefined ? null : <th scope="col">{texts.values}</th>}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, i) => (
              <ColumnRow
                key={i}
                at={i}
                column={column}
                mismatch={columnMismatches.get(i)}
                isNamed={mayChange && isOwn}
                onChange={mayChange ? setOne : undefined}
                summary={summaries?.[i]}
                hasSummaries={summaries !== undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface DifferencesProps extends Pick<ColumnsEditorProps, 'columns' | 'preview' | 'onChange' | 'onReset'> {
  readonly mismatches: ReadonlyMap<number, Mismatch>;
}

/** How the columns differ from those of the files, with the ways to mend it. */
function Differences({ columns, preview, mismatches, onChange, onReset }: DifferencesProps) {
  const more = useMemo(() => (preview === undefined ? [] : surplus(columns, preview)), [columns, preview]);
  const differ = [...mismatches.values()].filter(({ kind }) => kind !== 'unnamed' && kind !== 'twice').length;
  if (differ + more.length === 0) return null;
  return (
    <div className={classes.amiss} role="status">
      <span>
        {differ > 0 ? texts.differ(count(differ)) : null}{' '}
        {more.length > 0 ? texts.surplus(count(more.length), namesOf(more)) : null}
      </span>
      {onChange !== undefined && more.length > 0 ? (
        <Button size="compact-xs" variant="default" onClick={() => onChange([...columns, ...more])}>
          {texts.add}
        </Button>
      ) : null}
      {onReset === undefined ? null : (
        <Button size="compact-xs" variant="default" onClick={onReset}>
          {texts.reset}
        </Button>
      )}
    </div>
  );
}

const maxNames = 4;

const namesOf = (columns: readonly SchemaColumn[]): string =>
  columns
    .slice(0, maxNames)
    .map(({ colName }) => colName)
    .join(', ') + (columns.length > maxNames ? ', …' : '');

interface ColumnRowProps {
  readonly at: number;
  readonly column: SchemaColumn;
  readonly mismatch: Mismatch | undefined;
  /** Whether the dataset determines name and type. */
  readonly isNamed: boolean;
  readonly onChange: ((i: number, part: Partial<SchemaColumn>) => void) | undefined;
  readonly summary: ColumnSummary | undefined;
  readonly hasSummaries: boolean;
}

const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { at, column, mismatch, isNamed, onChange, summary, hasSummaries } = props;
  const { colName, colType, colFormat, colMLType } = column;
  const which = texts.column(String(at + 1));
  return (
    <tr>
      <td className={classes.number}>{at + 1}</td>
      <td>
        {isNamed ? (
          <input
            aria-label={`${texts.name}, ${which}`}
            value={colName}
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => onChange?.(at, { colName: value })}
          />
        ) : (
          <span className={classes.fixed}>{colName}</span>
        )}
        {mismatch === undefined ? null : <span className={classes.mismatch}>{wordsOf(mismatch)}</span>}
      </td>
      <td>
        {isNamed ? (
          <TypeSelect label={`${texts.type}, ${which}`} type={colType} onChange={(part) => onChange?.(at, part)} />
        ) : (
          <span className={classes.fixed}>{colType}</span>
        )}
      </td>
      <td>
        {isNamed && (hasFormat(colType) || colFormat !== '') ? (
          <input
            aria-label={`${texts.format}, ${which}`}
            placeholder={colType === 'DATE' ? 'yyyy-MM-dd' : 'yyyy-MM-dd HH:mm:ss'}
            value={colFormat}
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => onChange?.(at, { colFormat: value })}
          />
        ) : (
          <span className={classes.fixed}>{colFormat}</span>
        )}
      </td>
      <td>
        {onChange === undefined ? (
          <span className={classes.fixed}>{colMLType}</span>
        ) : (
          <LearningSelect
            label={`${texts.learning}, ${which}`}
            type={colMLType}
            onChange={(part) => onChange(at, part)}
          />
        )}
      </td>
      {hasSummaries ? <td>{summary === undefined ? null : <SummaryPicture summary={summary} />}</td> : null}
    </tr>
  );
});

interface TypeSelectProps {
  readonly label: string;
  readonly type: string;
  readonly onChange: (part: Partial<SchemaColumn>) => void;
}

/** The type of a column; a type without a format drops the present one. */
function TypeSelect({ label, type: present, onChange }: TypeSelectProps) {
  const types = columnTypes.some((type) => type === present) ? columnTypes : [present, ...columnTypes];
  return (
    <select
      aria-label={label}
      value={present}
      onChange={({ currentTarget: { value } }) =>
        onChange({ colType: value, ...(hasFormat(value) ? {} : { colFormat: '' }) })
      }
    >
      {types.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </select>
  );
}

const LearningSelect = ({ label, type: present, onChange }: TypeSelectProps) => (
  <select
    aria-label={label}
    value={present}
    onChange={({ currentTarget: { value } }) => onChange({ colMLType: value })}
  >
    {machineLearningTypes.some((type) => type === present) ? null : <option>{present}</option>}
    {machineLearningTypes.map((type) => (
      <option key={type}>{type}</option>
    ))}
  </select>
);

function wordsOf(mismatch: Mismatch): string {
  if (mismatch.kind === 'headed' || mismatch.kind === 'typed') return texts[mismatch.kind](mismatch.actual);
  return texts[mismatch.kind];
}

import { Switch, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { comparisonQuery, type ModelComparison } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { count, size } from '../../ui/format.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Time } from '../../ui/time.tsx';
import { bestOf, betterOf, metricText } from './metrics.ts';
import { modelSearch } from './search.ts';
import { valueText } from './value-text.ts';
import classes from './model.module.css';

const texts = modelsTexts;

type Line = ModelComparison['metrics'][number];

interface ComparisonProps {
  readonly id: number;
  readonly versions: readonly number[];
}

/** Versions side by side: metrics with the best marked, parameters and facts with differences first. */
export function Comparison({ id, versions }: ComparisonProps) {
  const query = useQuery(comparisonQuery(id, versions));
  const { differing = false } = useSearch({ from: '/models/$id' });
  const navigate = useNavigate({ from: '/models/$id' });
  return (
    <>
      <div className={classes.head}>
        <Link to="/models/$id" params={{ id: String(id) }} search={{}}>
          <span aria-hidden>← </span>
          {texts.backToVersions}
        </Link>
        <h2>{texts.compared(versions.join(', '))}</h2>
        <span className={classes.actions}>
          <Switch
            size="xs"
            label={texts.onlyDiffering}
            checked={differing}
            onChange={({ currentTarget: { checked } }) =>
              void navigate({
                to: '.',
                search: (all) => modelSearch({ ...all, differing: checked ? true : undefined }),
                replace: true,
              })
            }
          />
        </span>
      </div>
      <Loaded query={query}>{(one) => <Table id={id} comparison={one} differing={differing} />}</Loaded>
    </>
  );
}

interface TableProps {
  readonly id: number;
  readonly comparison: ModelComparison;
  readonly differing: boolean;
}

function Table({ id, comparison: { versions, metrics, parameters, facts }, differing }: TableProps) {
  const differingFirst = (lines: readonly Line[]): readonly Line[] =>
    lines.toSorted((a, b) => Number(b.differs) - Number(a.differs));
  const parts = [
    { title: texts.metrics, lines: metrics, cellOf: metricText, isMetric: true },
    { title: texts.parameters, lines: differingFirst(parameters), cellOf: valueText, isMetric: false },
    { title: texts.facts, lines: facts, cellOf: valueText, isMetric: false },
  ];
  return (
    <div
      className={`${classes.scroll} ${classes.aside}`}
      style={{ '--versions': versions.length } as CSSProperties}
      tabIndex={0}
      role="region"
      aria-label={texts.compared(versions.map((one) => one.version).join(', '))}
    >
      <table className={`${classes.table} ${classes.comparison}`}>
        <thead>
          <tr>
            <td />
            {versions.map(({ version, isChampion, dateCreated }) => (
              <th key={version} scope="col">
                <Link to="/models/$id" params={{ id: String(id) }} search={{ version }}>
                  {texts.versionOf(version)}
                </Link>
                {isChampion ? (
                  <span className={classes.star} title={texts.isChampion}>
                    {' '}
                    <span aria-hidden>★</span>
                    <VisuallyHidden>{texts.isChampion}</VisuallyHidden>
                  </span>
                ) : null}
                <div className="soft">
                  <Time at={dateCreated} />
                </div>
              </th>
            ))}
          </tr>
        </thead>
        {parts.map(({ title, lines, ...rest }) => (
          <Part
            key={title}
            title={title}
            width={versions.length + 1}
            all={lines.length}
            lines={differing ? lines.filter((line) => line.differs) : lines}
            {...rest}
          />
        ))}
      </table>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** Columns of the table. */
  readonly width: number;
  /** Number of lines without the filter. */
  readonly all: number;
  readonly lines: readonly Line[];
  readonly isMetric: boolean;
  readonly cellOf: (value: unknown) => string;
}

const Part = ({ title, width, all, lines, isMetric, cellOf }: PartProps) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colSpan={width} className={classes.group}>
        {title}
      </th>
    </tr>
    {lines.length === 0 ? (
      <tr>
        <td colSpan={width} className="soft">
          {all === 0 ? texts.nothing : texts.same}
        </td>
      </tr>
    ) : null}
    {lines.map((line) => {
      const { name, values, differs } = line;
      const metric = name.slice(name.lastIndexOf(': ') + 1).trim();
      const best = isMetric ? bestOf(metric, values) : new Set<number>();
      const better = isMetric ? betterOf(metric) : undefined;
      return (
        <tr key={name} data-differs={differs}>
          <th scope="row" title={better === undefined ? undefined : texts.better[better]}>
            {differs ? (
              <>
                <span aria-hidden>≠ </span>
                <VisuallyHidden>{texts.differs}: </VisuallyHidden>
              </>
            ) : null}
            <Breakable text={isMetric ? name : factName(name)} />
          </th>
          {values.map((value, i) => (
            <td key={i} className={`data ${classes.wraps}`} data-best={best.has(i)} data-number={isMetric}>
              <Breakable text={factText(name, value) ?? cellOf(value)} />
              {best.has(i) ? (
                <span className={classes.best}>
                  <span aria-hidden>✓ </span>
                  {texts.best}
                </span>
              ) : null}
            </td>
          ))}
        </tr>
      );
    })}
  </tbody>
);

const facts: Readonly<Record<string, string>> = texts.fact;

const factName = (name: string): string => facts[name] ?? name;

/** Facts have other formats than parameters. */
function factText(name: string, value: unknown): string | undefined {
  if (name === 'bytes' && typeof value === 'number') return size(value);
  if (name === 'rows' && typeof value === 'number') return count(value);
  if (name === 'data' && typeof value === 'string') return value.slice(0, 12);
  return undefined;
}

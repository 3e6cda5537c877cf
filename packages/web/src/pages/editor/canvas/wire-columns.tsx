import { editorTexts } from '../../../texts/editor.ts';
import { count } from '../../../ui/format.ts';
import type { Column } from '../state/live.ts';
import classes from './canvas.module.css';

const texts = editorTexts.wire;
const maxShown = 14;

interface Difference {
  readonly sign: '+' | '−' | '~' | '';
  readonly column: Column;
  readonly before?: string;
}

/** The columns of an edge, compared with those of the node's inputs: new, removed, and of another type. */
export function differences(before: readonly Column[], now: readonly Column[]): readonly Difference[] {
  const types = new Map(before.map(({ name, type }) => [name, type]));
  const names = new Set(now.map(({ name }) => name));
  const changes = now.map((column): Difference => {
    const type = types.get(column.name);
    if (type === undefined) return { sign: '+', column };
    return type === column.type ? { sign: '', column } : { sign: '~', column, before: type };
  });
  const removed = before.filter(({ name }) => !names.has(name)).map((column): Difference => ({ sign: '−', column }));
  // changes come first
  return [...changes.filter(({ sign }) => sign !== ''), ...removed, ...changes.filter(({ sign }) => sign === '')];
}

interface WireColumnsProps {
  readonly columns: readonly Column[];
  /** Columns of the inputs of the source node; undefined if it has none. */
  readonly before: readonly Column[] | undefined;
}

/** The columns of an edge. */
export function WireColumns({ columns, before }: WireColumnsProps) {
  const all =
    before === undefined ? columns.map((column) => ({ sign: '' as const, column })) : differences(before, columns);
  return (
    <ul className={classes.flows}>
      {all.slice(0, maxShown).map(({ sign, column: { name, type }, ...rest }, i) => (
        <li key={i} data-sign={sign}>
          <span aria-hidden>{sign}</span>
          <span>{name}</span>
          <span className="soft">{'before' in rest ? `${String(rest.before)} → ${type}` : type}</span>
        </li>
      ))}
      {all.length > maxShown ? <li className="soft">{texts.more(count(all.length - maxShown))}</li> : null}
    </ul>
  );
}

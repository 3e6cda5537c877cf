import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lineageTexts } from '../../../texts/lineage.ts';
import classes from './lineage.module.css';

const texts = lineageTexts;

/** Pixels that a card takes, and from one to the next. */
export const [width, height] = [184, 40];
export const [across, down] = [width + 60, height + 14];

type Kind = 'workflow' | 'dataset' | 'model' | 'file';

export interface LineageItem {
  readonly key: string;
  readonly kind: Kind;
  readonly name: string;
  readonly id: number | null;
  readonly path: string | null;
}

interface ItemCardProps {
  readonly thing: LineageItem;
  readonly position: { readonly column: number; readonly row: number } | undefined;
  /** Whether it is not connected to what is searched or pointed at. */
  readonly isDim: boolean;
  /** The names of what reads it, and of what writes it. */
  readonly readers: string;
  readonly writers: string;
  /** Receives the key of the item; undefined once the pointer or the focus leaves. */
  readonly onPoint: (key: string | undefined) => void;
}

/** A workflow, a dataset, a model or a file, at its place in the drawing. */
export function ItemCard({ thing, position, isDim, readers, writers, onPoint }: ItemCardProps) {
  const { column = 0, row = 0 } = position ?? {};
  return (
    <li
      style={{ left: column * across, top: row * down, width, height }}
      data-kind={thing.kind}
      data-dim={isDim}
      onPointerEnter={() => onPoint(thing.key)}
      onPointerLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(thing.key)}
      onBlur={() => onPoint(undefined)}
    >
      <To thing={thing}>
        <span className={classes.kind}>{texts.kinds[thing.kind]}</span>
        <span className={classes.name}>{thing.name}</span>
        <span className={classes.spoken}>
          {thing.kind === 'workflow' ? texts.ofWorkflow(writers, readers) : texts.ofData(writers, readers)}
        </span>
      </To>
    </li>
  );
}

interface ToProps {
  readonly thing: LineageItem;
  readonly children: ReactNode;
}

/** The page of an item; files of other systems have none. */
function To({ thing: { kind, id, name, path }, children }: ToProps) {
  const title = path ?? name;
  const params = { id: String(id) };
  if (kind === 'workflow')
    return (
      <Link to="/workflows/$id" params={params} title={title}>
        {children}
      </Link>
    );
  if (kind === 'dataset')
    return (
      <Link to="/datasets/$id" params={params} title={title}>
        {children}
      </Link>
    );
  if (kind === 'model')
    return (
      <Link to="/models/$id" params={params} title={title}>
        {children}
      </Link>
    );
  // a link to a file leads to its folder, which exists even before the file does
  if (path?.startsWith('/') === true)
    return (
      <Link to="/files/$" params={{ _splat: path.slice(1, Math.max(1, path.lastIndexOf('/'))) }} title={title}>
        {children}
      </Link>
    );
  return (
    <span className={classes.away} title={title}>
      {children}
    </span>
  );
}

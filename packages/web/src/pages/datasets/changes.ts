import { datasetTexts } from '../../texts/dataset.ts';
import type { Draft } from './draft.ts';

const texts = datasetTexts.versions;

const parts = Object.keys(texts.parts) as (keyof typeof texts.parts)[];

/** The differences between two states of a dataset, a line each, in words. */
export function changesBetween(before: Draft, after: Draft): readonly string[] {
  const ofParts = parts.flatMap((part) => {
    const [from, to] = [textOf(before[part]), textOf(after[part])];
    return from === to ? [] : [`${texts.parts[part]}: ${texts.fromTo(from, to)}`];
  });
  return [...ofParts, ...changesOfColumns(before.columns, after.columns)];
}

const textOf = (value: Draft[keyof typeof texts.parts]): string =>
  (typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([name, set]) => `${name}=${set}`)
        .toSorted()
        .join(', ')) || texts.nothing;

type Columns = Draft['columns'];

function changesOfColumns(before: Columns, after: Columns): readonly string[] {
  const [old, now] = [byName(before), byName(after)];
  const removed = [...old].filter(([name]) => !now.has(name)).map(([name, kind]) => texts.removed(name, kind));
  const others = [...now].flatMap(([name, kind]) => {
    const was = old.get(name);
    if (was === undefined) return [texts.added(name, kind)];
    return was === kind ? [] : [texts.column(name, was, kind)];
  });
  const stayed = [...old.keys()].filter((name) => now.has(name));
  const isMoved = [...now.keys()].filter((name) => old.has(name)).some((name, i) => name !== stayed[i]);
  return [...removed, ...others, ...(isMoved ? [texts.moved] : [])];
}

/** The description of each column; of two with one name, the second one has its number added. */
function byName(columns: Columns): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  for (const { colName, colType, colFormat, colMLType } of columns) {
    let name = colName;
    for (let n = 2; descriptions.has(name); n++) name = `${colName} (${n})`;
    descriptions.set(name, [colType, colFormat, colMLType].filter((one) => one !== '').join(' '));
  }
  return descriptions;
}

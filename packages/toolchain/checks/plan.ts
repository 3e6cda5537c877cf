import { matchesGlob } from 'node:path';
import { groups, type Group, type Layer } from './groups.ts';
import type { Unit } from './run-unit.ts';
import type { Times } from './times.ts';

/** What is asked for: all of a layer, or the files whose name contains one of some texts. */
export interface Request {
  readonly layer: Layer;
  readonly patterns: readonly string[];
}

const layersOf: Readonly<Record<Layer, readonly Layer[]>> = {
  unit: ['unit'],
  full: ['unit', 'full'],
  nightly: ['unit', 'full', 'nightly'],
};

/** Seconds that a file may take, of groups that name no limit. */
const usualLimit = 600;
/** What a file is taken to last whose time is not recorded. */
const unknownSeconds = 60;

/** Units to run, the longest first: begun last, it would have a core to itself at the end. */
export function unitsOf(all: readonly string[], request: Request, times: Times): readonly Unit[] {
  const lasts = ({ files, name }: Unit): number => files.reduce((sum, file) => sum + secondsOf(name(file), times), 0);
  return groups.flatMap((group) => unitsOfGroup(group, all, request, times)).toSorted((a, b) => lasts(b) - lasts(a));
}

const secondsOf = (name: string, times: Times): number => times[name]?.wall ?? unknownSeconds;

function unitsOfGroup(group: Group, all: readonly string[], { layer, patterns }: Request, times: Times): Unit[] {
  const { layer: own, limit = usualLimit, env = {}, suffix = '', isAlone = false, usesSpark = false } = group;
  const name = (file: string): string => `${file}${suffix}`;
  const isSelected = (file: string): boolean =>
    patterns.length > 0 ? patterns.some((pattern) => name(file).includes(pattern)) : layersOf[layer].includes(own);
  const files = all.filter((file) => isIn(group, file) && isSelected(file));
  const processes = isAlone ? files.length : Math.min(group.processes ?? 1, files.length);
  return divide(files, processes, (file) => secondsOf(name(file), times)).map((some) => ({
    ...{ files: some, limit, env, name, isUnitLayer: own === 'unit', usesSpark },
  }));
}

/** Divides files into so many parts that take about as long: the longest first, each to the part that has least so far. */
function divide(files: readonly string[], parts: number, seconds: (file: string) => number): string[][] {
  const all = Array.from({ length: parts }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files.toSorted((a, b) => seconds(b) - seconds(a))) {
    const [shortest] = all.toSorted((a, b) => a.seconds - b.seconds);
    shortest?.files.push(file);
    if (shortest !== undefined) shortest.seconds += seconds(file);
  }
  return all.map((part) => part.files);
}

/** The groups that a file is in by the name of its report. */
export const groupsOf = (name: string): readonly Group[] =>
  groups.filter(
    (group) =>
      name.endsWith(group.suffix ?? '') &&
      name.includes(' (') === (group.suffix !== undefined) &&
      isIn(group, name.replace(/ \(.*$/, '')),
  );

const names = (group: Group, file: string): boolean => group.files.some((glob) => matchesGlob(file, glob));

/** A file is in the first group that names it, and in each group that runs files in another way. */
function isIn(group: Group, file: string): boolean {
  if (group.suffix !== undefined) return names(group, file);
  return groups.find((one) => one.suffix === undefined && names(one, file)) === group;
}

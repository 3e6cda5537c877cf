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
  const units = groups.flatMap((group) => unitsOfGroup(group, all, request));
  const lasts = ({ files, name }: Unit): number =>
    files.reduce((sum, file) => sum + (times[name(file)]?.wall ?? unknownSeconds), 0);
  return units.toSorted((a, b) => lasts(b) - lasts(a));
}

function unitsOfGroup(group: Group, all: readonly string[], { layer, patterns }: Request): Unit[] {
  const { layer: own, limit = usualLimit, env = {}, suffix = '', isAlone = false } = group;
  const name = (file: string): string => `${file}${suffix}`;
  const isAskedFor = (file: string): boolean =>
    patterns.length > 0 ? patterns.some((pattern) => name(file).includes(pattern)) : layersOf[layer].includes(own);
  const files = all.filter((file) => isIn(group, file) && isAskedFor(file));
  const unit = { limit, env, name, isUnitLayer: own === 'unit' };
  if (files.length === 0) return [];
  return isAlone ? files.map((file) => ({ ...unit, files: [file] })) : [{ ...unit, files }];
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

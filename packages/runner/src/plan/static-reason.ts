import type { Need, Processor } from '@millrace/processors';

/** Why `auto` runs a processor on Spark whatever its fields say; undefined if it may run on Sail. */
export const staticReason = ({ unverified, needs }: Pick<Processor, 'unverified' | 'needs'>): string | undefined =>
  unverified ?? (needs.length === 0 ? undefined : reasonOf(needs));

const reasonOf = (needs: readonly Need[]): string =>
  needs.includes('python')
    ? 'training in Python depends on the order of rows, which must be that of Spark'
    : `it needs ${needs.map(inWords).join(' and ')}, which only Spark has`;

const inWords = (need: Need): string => (need === 'ml' ? 'machine learning' : need);

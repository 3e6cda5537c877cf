import type { ErrorRules, NoParams } from '../rule.ts';

interface OfColumn {
  readonly column: string;
}
interface OfType extends OfColumn {
  readonly type: string;
}

/** Parameters of errors about the tables that a run shows. */
export interface TableErrorParams {
  'table-disk-full': NoParams;
  'table-not-written': {
    /** What the system says, such as `EACCES`. */
    readonly systemCode: string;
  };
  'table-values-too-large': NoParams;
  'table-writer-ended': NoParams;
  'arranged-values-too-large': NoParams;
  'arranger-ended': NoParams;
  'arranged-column-missing': OfColumn & { readonly names: readonly string[] };
  'column-without-order': OfType;
  'filter-without-value': OfColumn & { readonly operator: string };
  'column-not-comparable': OfType & { readonly operator: string };
  'filter-value-invalid': OfType & { readonly value: string; readonly example: string };
}

/** Names that a sentence lists. */
const maxListed = 20;

const listNames = (names: readonly string[]): string =>
  names.slice(0, maxListed).join(', ') + (names.length > maxListed ? ', …' : '');

const fewerRows = (): string => 'show fewer rows, or leave out large columns';
const inWorkflow = (): string => 'choose fewer or smaller columns, or add a node to the workflow that sorts or filters';

export const tableErrors: ErrorRules<TableErrorParams> = {
  'table-disk-full': {
    code: 'DISK_FULL',
    message: () => 'the disk of the state folder has no space left for the whole table',
    remedy: () => 'free space on that disk, or show fewer rows',
  },
  'table-not-written': {
    code: 'TABLE_NOT_KEPT',
    message: ({ systemCode }) => `the whole table cannot be written to the state folder (${systemCode})`,
    remedy: () => 'check the disk and the permissions of that folder, or show fewer rows',
  },
  'table-values-too-large': {
    code: 'TABLE_NOT_KEPT',
    message: () =>
      'the whole table cannot be stored: its values are too large for the memory of the thread that writes them',
    remedy: fewerRows,
  },
  'table-writer-ended': {
    code: 'TABLE_NOT_KEPT',
    message: () => 'the whole table cannot be stored: the thread that writes it ended unexpectedly',
    remedy: fewerRows,
  },
  'arranged-values-too-large': {
    code: 'TABLE_NOT_ARRANGED',
    message: () =>
      'the table cannot be sorted or filtered: the values of these columns are too large for the available memory',
    remedy: inWorkflow,
  },
  'arranger-ended': {
    code: 'TABLE_NOT_ARRANGED',
    message: () => 'the table cannot be sorted or filtered: the thread that does it ended unexpectedly',
    remedy: inWorkflow,
  },
  'arranged-column-missing': {
    code: 'WRONG_ARRANGEMENT',
    message: ({ column }) => `the table has no column "${column}"`,
    remedy: ({ names }) => `choose one of these columns: ${listNames(names)}`,
  },
  'column-without-order': {
    code: 'WRONG_ARRANGEMENT',
    message: ({ column, type }) => `column "${column}" has type ${type}, which has no order`,
    remedy: () => 'sort by another column',
  },
  'filter-without-value': {
    code: 'WRONG_ARRANGEMENT',
    message: ({ column, operator }) => `operator "${operator}" needs a value to compare column "${column}" with`,
    remedy: () => 'enter a value, or use "is null"',
  },
  'column-not-comparable': {
    code: 'WRONG_ARRANGEMENT',
    message: ({ column, type, operator }) =>
      `column "${column}" has type ${type}: cannot be compared with operator "${operator}"`,
    remedy: () => 'use "contains", "starts with", "is null" or "is not null"',
  },
  'filter-value-invalid': {
    code: 'WRONG_ARRANGEMENT',
    message: ({ column, type, value }) => `invalid value "${value}" for column "${column}": must be of type ${type}`,
    remedy: ({ example }) => `enter a value such as ${example}`,
  },
};

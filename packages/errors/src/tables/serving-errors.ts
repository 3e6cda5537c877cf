import type { ErrorRules } from '../rule.ts';

interface OfRow {
  /** Its number, from 0. */
  readonly at: number;
}
interface OfCell extends OfRow {
  readonly column: string;
}
interface OfValue extends OfCell {
  /** The value as JSON, shortened. */
  readonly value: string;
}
interface OfType extends OfValue {
  readonly type: string;
}
interface OfText {
  readonly message: string;
  readonly remedy: string;
}

/** Parameters of errors about the rows that a model is to predict for. */
export interface ServingErrorParams {
  'value-missing': OfCell & {
    /** Names of the elements of the vector that is missing; undefined for other columns. */
    readonly features: readonly (string | null)[] | undefined;
  };
  'value-invalid': OfType & {
    /** What to enter, such as `a list`. */
    readonly expected: string;
  };
  'decimal-invalid': OfType & { readonly whole: number; readonly scale: number };
  'type-not-in-json': OfCell & { readonly type: string };
  'vector-null': OfCell;
  'vector-invalid': OfValue;
  'list-not-numeric': OfValue;
  'vector-size': OfCell & {
    readonly length: number;
    readonly size: number;
    readonly features: readonly (string | null)[] | undefined;
  };
  'predicted-column-missing': { readonly column: string; readonly names: readonly string[] };
  'row-left-out': OfRow & { readonly others: readonly number[] };
  'several-rows': OfRow & { readonly count: number };
  /** The texts are those of the engine. */
  'prediction-failed': OfText;
  'row-refused': OfText & OfRow;
  'row-refused-with-gaps': OfRow & { readonly message: string; readonly columns: readonly string[] };
  'value-not-trained': OfCell & { readonly value: string };
}

const cell = ({ at, column }: OfCell): string => `rows/${at}: column "${column}"`;
const count = (numbers: number): string => `${numbers} number${numbers === 1 ? '' : 's'}`;
const first = (names: readonly (string | null)[], max: number): string =>
  names.slice(0, max).join(', ') + (names.length > max ? ', …' : '');
const vectorForms = (): string =>
  'enter a list of numbers ("NaN" for a missing one), {size, indices, values}, or the values by the names of the features';
const retrained = 'or train the model again with nodes that';

export const servingErrors: ErrorRules<ServingErrorParams> = {
  'value-missing': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} is missing: the model needs it`,
    remedy: ({ features }) =>
      features === undefined
        ? 'enter a value for it, or null if it is unknown'
        : `enter a list of ${count(features.length)} for it, or values for ${first(features, 5)}`,
  },
  'value-invalid': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} has the invalid value ${params.value}: must be of type ${params.type}`,
    remedy: ({ expected }) => `enter ${expected}`,
  },
  'decimal-invalid': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} has the invalid value ${params.value}: must be of type ${params.type}`,
    remedy: ({ whole, scale }) =>
      `enter a number with at most ${whole} digits before the decimal point and ${scale} after it`,
  },
  'type-not-in-json': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} has type ${params.type}, which JSON rows cannot contain`,
    remedy: () => 'predict for such rows with a workflow',
  },
  'vector-null': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} is null: must be a vector`,
    remedy: vectorForms,
  },
  'vector-invalid': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} has the invalid value ${params.value}: must be a vector`,
    remedy: vectorForms,
  },
  'list-not-numeric': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} has the invalid value ${params.value}: must be a list of numbers`,
    remedy: vectorForms,
  },
  'vector-size': {
    code: 'WRONG_VALUE',
    message: (params) => `${cell(params)} has ${count(params.length)}: must have ${params.size}`,
    remedy: ({ size, features }) => `enter ${count(size)}${features === undefined ? '' : `: ${first(features, 5)}`}`,
  },
  'predicted-column-missing': {
    code: 'UNKNOWN_COLUMN',
    message: ({ column }) => `columns: the model returns no column "${column}"`,
    remedy: ({ names }) => `ask for ${first(names, 30)}`,
  },
  'row-left-out': {
    code: 'ROW_LEFT_OUT',
    message: ({ at, others }) => `rows/${at}: the model leaves out this row${also(others)}`,
    remedy: () =>
      `enter values that were in the training data, and no null; ${retrained} keep such rows (handleInvalid: keep, coldStartStrategy: nan)`,
  },
  'several-rows': {
    code: 'SEVERAL_ROWS',
    message: (params) => `rows/${params.at}: the model returns ${params.count} rows for this row`,
    remedy: () => 'predict with the model in a workflow',
  },
  'prediction-failed': { code: 'PREDICTION_FAILED', message: ({ message }) => message, remedy: ({ remedy }) => remedy },
  'row-refused': {
    code: 'PREDICTION_FAILED',
    message: ({ at, message }) => `rows/${at}: ${message}`,
    remedy: ({ remedy }) => remedy,
  },
  'row-refused-with-gaps': {
    code: 'PREDICTION_FAILED',
    message: ({ at, message, columns }) =>
      `rows/${at}: ${message}, and the row has no value for ${columns.map((name) => `"${name}"`).join(', ')}`,
    remedy: () => `enter numbers; ${retrained} fill, skip or keep such rows (Imputer, handleInvalid: keep)`,
  },
  'value-not-trained': {
    code: 'PREDICTION_FAILED',
    message: (params) => `${cell(params)} has the value "${params.value}", which was not in the training data`,
    remedy: () =>
      `enter a value that was in the training data, ${retrained} skip or keep unknown values (handleInvalid)`,
  },
};

const also = (others: readonly number[]): string =>
  others.length === 0
    ? ''
    : `, and ${others.length} more: ${first(
        others.map((at) => `rows/${at}`),
        10,
      )}`;

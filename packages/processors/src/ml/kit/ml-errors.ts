import type { StructType } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';

/** What to do if an input has no rows. */
export const checkPrecedingNodes = 'check which rows the preceding nodes filter out';

/** What to do if a folder holds no model that can be read. */
export const chooseSavedModel = 'choose a folder that contains a saved model';

/** Of inputs without rows to train on. */
export const noTrainingRows = (): FieldError =>
  new FieldError('', 'the input has no rows to train on', checkPrecedingNodes);

/** Of a node that needs a model and has none among its inputs. */
export const noModelInput = (remedy = 'connect a node that trains or loads a model'): FieldError =>
  new FieldError('', 'no input provides a model', remedy);

/** Of a node that needs rows and has none among its inputs. */
export const noRowsInput = (remedy = 'connect a node that provides rows'): FieldError =>
  new FieldError('', 'no input provides rows', remedy);

/** Of a path without a saved model; `field` names the path. */
export const noSavedModel = (path: string, field: string): FieldError =>
  new FieldError(field, `no saved model in path "${path}"`, chooseSavedModel);

/** What is wrong with rows that lack a column which a model needs. */
export const lacksColumn = (name: string, title: string, { fields }: StructType): string => {
  const names = fields.slice(0, 12).map((one) => one.name);
  const more = fields.length > 12 ? ', …' : '';
  return `the rows have no column "${name}", which the ${title} needs (they have ${names.join(', ')}${more})`;
};

/** Of rows that already have a column which a model adds. */
export const existingColumn = (name: string): FieldError =>
  new FieldError(
    '',
    `column "${name}" already exists in the rows`,
    'rename or drop it before this node: the model adds a column of this name',
  );

/** Of a rule that names a new column and no column to make it from. */
export const noInputColumn = (output: string | undefined): FieldError =>
  new FieldError('inputCols', `no input column for new column "${output}"`, 'choose a column of the input');

/** The title of a model with its indefinite article: `an ARIMA model`, `a VAR model`. */
export const withArticle = (title: string): string =>
  `${/^(?:[aeio]|A|F[A-Z]|L[A-Z]{2}|X)/.test(title) ? 'an' : 'a'} ${title}`;

/** Sentences that the descriptions of several nodes share. */

export const passesOnModel = 'Passes the model and the input rows on to later nodes.';

/** Of transformers whose fitted model other nodes can apply. */
export const passesOnFitted = 'Passes the fitted model on with the rows.';

/** Of nodes that show something and change no rows. */
export const passesOnInput = 'The input is passed on unchanged.';

/** Of evaluators: a search takes its metric from them. */
export const setsMetric = 'Before a Cross Validator or Train Validation Split node, it sets the metric to optimize.';

export const inTimeOrder = 'Rows are used in their given order: sort them by time before this node.';

export const toDoubles = 'The columns become doubles and keep their positions.';

import { column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { number } from '../../kit/number-fields.ts';
import { newColumn, requireText } from '../kit/feature-columns.ts';
import { numbersType } from '../kit/sklearn-columns.ts';
import { rowsOrShare } from './_sklearn-fields.ts';
import { requireColumn } from '../../kit/columns.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fittingInPython } from '../kit/sklearn-transforming.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const sklearnTfIdf = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeTFIDFVectorizerFitTransform',
  name: 'Sklearn TF-IDF Vectorizer',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description: `Converts each text to a list of numbers with scikit-learn: for each word, its frequency in the text, weighted more the fewer other texts contain it (TF-IDF). ${passesOnFitted}`,
  fields: {
    columnToVectorize: column({ required: true, title: 'Text' }),
    outputCol: text({ required: true, title: 'Output column' }),
    max_df: number({
      default: 1,
      title: 'Maximum texts with a word',
      description: 'A share if written with a decimal point or at most 1, otherwise a number of texts',
    }),
    min_df: number({
      default: 1,
      title: 'Minimum texts with a word',
      description: 'A number of texts, or a share below 1',
    }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'down-weights words that all texts contain',
      fields: { columnToVectorize: 't', outputCol: 'v' },
      input: table('t string, n int', [
        ['red', 1],
        ['blue', null],
      ]),
      output: table('t string, n int, v array<double>', [
        ['red', 1, [0, 1]],
        ['blue', null, [1, 0]],
      ]),
      results: [{ type: 'table', title: 'Words' }],
    },
    {
      name: 'rejects texts without words',
      fields: { columnToVectorize: 't', outputCol: 'v' },
      input: table('t string', [['']]),
      error: 'empty vocabulary',
    },
    {
      name: 'rejects an input without rows',
      fields: { columnToVectorize: 't', outputCol: 'v' },
      input: table('t string', []),
      error: 'the input has no rows',
    },
  ],
  run(context) {
    const { fields, schema } = context;
    const { name } = requireColumn(schema, fields.columnToVectorize, 'columnToVectorize');
    requireText(schema, name, 'columnToVectorize');
    if (fields.max_df <= 0)
      throw new FieldError(
        'max_df',
        `invalid value ${fields.max_df} for field "max_df": must be greater than 0`,
        'enter a share such as 0.9, or a number of texts',
      );
    return fittingInPython(context, {
      title: 'scikit-learn TF-IDF vectorizer',
      estimator: 'TfidfVectorizer',
      parameters: { max_df: fields.max_df, share: fields.max_df <= 1, min_df: rowsOrShare(fields.min_df, 'min_df', 1) },
      features: [name],
      field: 'columnToVectorize',
      output: { name: newColumn(schema, fields.outputCol, 'outputCol'), type: numbersType },
      tableTitle: 'Words',
    });
  },
});

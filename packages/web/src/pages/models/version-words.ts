import type { ModelVersion } from '../../api/models.ts';

/** The class of a model as words: `RandomForestClassificationModel` as "random forest classification". */
const algorithmInWords = (algorithm: string): string =>
  algorithm
    .replace(/Model$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());

/** The title of a version: its own or, for a pipeline, that of its last stage. */
export function kindOf({ title, algorithm }: Pick<ModelVersion, 'title' | 'algorithm'>): string {
  const words = algorithmInWords(algorithm);
  if (title === 'registered model' || title === '') return words;
  return title === 'pipeline' && words !== '' ? `${title}: ${words}` : title;
}

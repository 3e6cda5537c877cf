import type { ListedModel, ModelRecord, ModelVersion } from '../../../../api/models.ts';
import { editorTexts } from '../../../../texts/editor.ts';
import { modelsTexts } from '../../../../texts/models.ts';
import { headline, shortMetric } from '../../../models/metrics.ts';
import { kindOf } from '../../../models/version-words.ts';

const texts = editorTexts.panel;

interface Choice {
  readonly value: string;
  /** The reference. */
  readonly hint: string;
}

interface ChoiceGroup {
  readonly group: string;
  readonly items: readonly Choice[];
}

/** The reference to a registered model in a text: `models:/NAME`, `models:/NAME/VERSION`. */
interface Reference {
  readonly name: string;
  /** A number, `champion`, `latest`; undefined for none. */
  readonly version: string | undefined;
}

/** Undefined for any other text. */
export function referenceIn(text: string): Reference | undefined {
  const [, name, version] = /^models:\/([^/]+)(?:\/([^/]+))?$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, version };
}

/** The description of a version: a metric, and whether it is the champion. */
const hintOf = ({ metrics, isChampion, ...version }: ModelVersion): string =>
  [
    headline(metrics, 1).map(({ name, value }) => `${name} ${shortMetric(value)}`)[0] ?? kindOf(version),
    ...(isChampion ? [modelsTexts.isChampion] : []),
  ].join(', ');

/** The options: every model, and the versions of the selected one. */
export function modelChoices(models: readonly ListedModel[], record: ModelRecord | undefined): readonly ChoiceGroup[] {
  const all = {
    group: texts.models,
    items: models
      .filter(({ versions }) => versions > 0)
      .map(({ name, champion }) => ({
        value: `models:/${name}`,
        hint: champion === null ? texts.modelNewest : texts.modelChampion,
      })),
  };
  if (record === undefined) return [all];
  const { name, champion, versions } = record;
  const always = (['champion', 'latest'] as const).filter((word) => word === 'latest' || champion !== null);
  return [
    {
      group: name,
      items: [
        ...always.map((word) => ({ value: `models:/${name}/${word}`, hint: texts.modelAlways[word] })),
        ...versions
          .filter(({ isReplaced }) => !isReplaced)
          .map((one) => ({ value: `models:/${name}/${one.version}`, hint: hintOf(one) })),
      ],
    },
    all,
  ];
}

/** The error of a reference; undefined if it is valid. */
export function faultOf({ name, version }: Reference, model: ListedModel | undefined): string | undefined {
  if (model === undefined) return texts.noSuchModel;
  if (version === 'champion' && model.champion === null) return texts.noSuchChampion(name);
  if (version === undefined || version === 'champion' || version === 'latest') return undefined;
  return model.numbers.some((one) => String(one) === version) ? undefined : texts.noSuchVersion(name, version);
}

import type { ProcessorCatalogue } from '@millrace/processors';
import type { FindLenientDates } from '../datasets/lenient-dates.ts';
import { lettersOnlyOfSpark2InNodes } from '@millrace/processors/date-letters';
import type { OlderConstruct } from '@millrace/spark-sql';
import {
  COMPATIBILITIES,
  nodeLabel,
  quote,
  textList,
  type Compatibility,
  type Workflow,
  type WorkflowNode,
} from '@millrace/workflow';
import { pace } from '../timing/pace.ts';

/** Why a workflow may be better run as an older Spark ran it. */
export interface OlderSpark {
  /** The node that it is about; absent for a dataset of the workflow. */
  readonly nodeId?: string;
  readonly compatibility: Compatibility;
  readonly message: string;
}

/**
 * What shows that a workflow was made for an older Spark: date patterns of Spark 2, rows that only its readers take; and casts,
 * which gave null there for what is not of their type, if the document says otherwise that it is old (`isOld`). Nothing if it names its compatibility.
 */
export async function olderSparkIn(
  workflow: Workflow,
  catalogue: ProcessorCatalogue,
  { isOld, lenientDates }: { readonly isOld: boolean; readonly lenientDates: FindLenientDates },
): Promise<readonly OlderSpark[]> {
  if (workflow.raw['compatibility'] !== undefined) return [];
  const { olderConstructs } = await import('@millrace/spark-sql');
  const constructsIn = ({ nodeClass, fields }: WorkflowNode): readonly OlderConstruct[] =>
    fields.flatMap(({ name, value }): readonly OlderConstruct[] => {
      const kind = catalogue.get(nodeClass)?.fields.find((field) => field.name === name)?.kind;
      if (value === null || value.trim() === '') return [];
      if (kind === 'sql' || kind === 'expression')
        return olderConstructs(value, kind === 'sql' ? 'query' : 'expression');
      const old = kind === 'format' ? textList(value).filter(isOldInNodes) : [];
      return old.map((pattern) => ({ compatibility: 'spark2' as const, what: `has the date pattern "${pattern}"` }));
    });
  const ofNodes: OlderSpark[] = [];
  const breathe = pace();
  for (const node of workflow.nodes) {
    for (const { compatibility, what } of constructsIn(node)) {
      const message = `Node ${nodeLabel(node)} ${what}, ${meaning[compatibility]}`;
      ofNodes.push({ nodeId: node.id, compatibility, message });
    }
    await breathe();
  }
  const ofDatasets = workflow.dataSetDetails.flatMap(({ name, columns }) =>
    columns
      .filter(({ type, format }) => /^(date|timestamp)/i.test(type) && isOldToRead(format))
      .map((column): OlderSpark => {
        const what = `Dataset ${quote(name)} reads column ${quote(column.name)} with the date pattern "${column.format}"`;
        return { compatibility: 'spark2', message: `${what}, ${meaning.spark2}` };
      }),
  );
  const ofTexts = [...ofNodes, ...ofDatasets];
  const isClear = ofTexts.some(({ compatibility }) => compatibility === 'spark2');
  const signs = isClear ? ofTexts : [...ofTexts, ...(await ofRows(workflow, lenientDates))];
  return isOld || signs.some(({ compatibility }) => compatibility === 'spark2') ? signs : [];
}

/** Datasets whose rows have dates that only readers of Spark 2 take by their patterns. */
async function ofRows(
  { dataSetDetails }: Pick<Workflow, 'dataSetDetails'>,
  lenientDates: FindLenientDates,
): Promise<OlderSpark[]> {
  const signs: OlderSpark[] = [];
  for (const dataset of dataSetDetails)
    for (const { column, count, rows, example } of await lenientDates(dataset)) {
      const what = `Dataset ${quote(dataset.name)} reads column ${quote(column.name)} with the date pattern "${column.format}"`;
      const evidence = `${count} of its first ${rows} values are dates that do not exist, such as ${quote(example)}`;
      const message = `${what}, and ${evidence}: Spark 2 rolls them over to the next dates, later versions reject them. Set the compatibility of the workflow to spark2, or correct the pattern.`;
      signs.push({ compatibility: 'spark2', message });
    }
  return signs;
}

/** True for a pattern that only Spark 2 takes, whether a node reads or writes dates by it. */
const isOldInNodes = (pattern: string): boolean => lettersOnlyOfSpark2InNodes(pattern, 'write').length > 0;
const isOldToRead = (pattern: string): boolean => lettersOnlyOfSpark2InNodes(pattern, 'read').length > 0;

/** The oldest Spark that anything found asks for; undefined for nothing. */
export const proposedOf = (signs: readonly OlderSpark[]): Compatibility | undefined =>
  COMPATIBILITIES.toReversed().find((one) => signs.some(({ compatibility }) => compatibility === one));

const meaning: Readonly<Record<Compatibility, string>> = {
  spark2: 'which only Spark 2 supports: set the compatibility of the workflow to spark2.',
  spark3:
    'which returned null in Spark 3 for values that do not match the type and fails now: if null is intended, set the compatibility of the workflow to spark3.',
  spark4: '',
};

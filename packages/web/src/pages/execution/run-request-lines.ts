import type { ExecutionDetail, NodeReport } from '../../api/queries.ts';
import { runTexts } from '../../texts/run.ts';

const texts = runTexts.askedFor;

/** Values of a run's parameters as text; blank if there are none. */
export const parametersText = ({ parameters }: Pick<ExecutionDetail, 'parameters'>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');

/** The settings of a run that differ from a plain one, one line each: running it again uses them too. */
export function runRequestLines(run: ExecutionDetail, nodes: readonly Pick<NodeReport, 'nodeId' | 'name'>[]): string[] {
  const { engineAsked, isConfigured, emailOnSuccess, emailOnFailure } = run;
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, name]));
  const parameters = parametersText(run);
  return [
    ...(parameters === '' ? [] : [texts.parameters(parameters)]),
    ...(engineAsked === null ? [] : [texts.engine(engineAsked)]),
    ...(isConfigured && engineAsked === null ? [texts.configured] : []),
    ...(run.nodes === null ? [] : [texts.nodes(run.nodes.map((id) => names.get(id) ?? id).join(', '))]),
    ...(emailOnSuccess === null ? [] : [texts.onSuccess(emailOnSuccess)]),
    ...(emailOnFailure === null ? [] : [texts.onFailure(emailOnFailure)]),
  ];
}

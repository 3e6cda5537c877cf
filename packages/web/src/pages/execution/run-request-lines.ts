import type { ExecutionDetail, NodeReport } from '../../api/queries.ts';
import { runTexts } from '../../texts/run.ts';

const texts = runTexts.askedFor;

/** Values of parameters that a run was given, as one reads them; blank where there are none. */
export const parametersText = ({ parameters }: Pick<ExecutionDetail, 'parameters'>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');

/** What a run was asked for beyond a plain one, one line each: what another one that is asked for alike will use. */
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

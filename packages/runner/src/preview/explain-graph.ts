import type { EngineKind } from '@millrace/engines';
import { composeWorkflow, type ComposedNode } from '../explain/compose-workflow.ts';
import { explainNode } from '../explain/explain-node.ts';
import { pythonScript } from '../explain/python/script.ts';
import type { EngineSession } from '@millrace/engines/host';
import { pace } from '../pace.ts';
import { prepareFor } from '../plan/prepare.ts';
import { draftOf } from './draft.ts';
import type { EditingSession } from './editing-session.ts';
import { columnsOfDraft, type NodeColumns } from './graph-columns.ts';
import type { EditedGraph } from './preview-node.ts';

/** What a node is made of. */
export interface NodePlan extends Pick<NodeColumns, 'nodeId' | 'engine' | 'reasons'> {
  /** Drawn trees, and what it shows and saves. Null if it cannot be composed. */
  readonly plan: string | null;
  /** Its part of the PySpark program. */
  readonly code: string | null;
}

/** Plan, engine and code of each node, as far as a graph can be composed. Nothing runs. Fails as `graphColumns` does. */
export async function explainGraph(session: EditingSession, options: EditedGraph): Promise<readonly NodePlan[]> {
  options.files.fetchUntil(options.signal);
  const draft = await draftOf(options);
  const { nodes: columns } = await columnsOfDraft(session, draft);
  const { to, order } = draft;
  const { graph, catalogue, dataset, files } = to;
  const fixed = { now: new Date().toISOString(), seed: 1n };
  const compose = (on: EngineSession, engine: EngineKind): Promise<readonly ComposedNode[]> => {
    const { session: own, compatibility, keepsOrder: onePartition } = on;
    const around = { session: own, engine, compatibility, onePartition, files, dataset, ...fixed };
    return composeWorkflow({ graph, order, catalogue, around, prepare: prepareFor(on) });
  };
  const ids = new Set(columns.flatMap(({ nodeId, outputs }) => (outputs === null ? [] : [nodeId])));
  let on = await session.open(session.firstEngine);
  let asSpark = await compose(on, 'spark');
  if (on.kind === 'sail' && asSpark.some(({ kind, node }) => kind !== 'composed' && ids.has(node.id))) {
    // Sail does not know what one of them needs
    on = await session.open('spark');
    asSpark = await compose(on, 'spark');
  }
  const allOnSail = on.kind === 'sail' && columns.every(({ engine }) => engine !== 'spark');
  const plan = allOnSail ? await compose(on, 'sail') : asSpark;
  const { root } = files;
  // an author does not see where the file space lies
  const inSpace = (plan: string | null): string | null => plan?.replaceAll(`${root}/`, '/') ?? null;
  const explain = explainNode(plan, {}, dataset);
  const breathe = pace();
  const plans = new Map<string, string | null>();
  for (const one of plan) {
    plans.set(one.node.id, inSpace(planOf(one, explain)));
    await breathe();
  }
  const urlOf = (file: string): string | undefined => files.urlOf(file);
  const title = options.workflow.name;
  const { ofNodes } = await pythonScript({
    title,
    nodes: asSpark,
    compatibility: on.compatibility,
    session: on.session,
    root,
    filesAt: '',
    urlOf,
  });
  const composed = new Set(asSpark.flatMap(({ kind, node }) => (kind === 'composed' ? [node.id] : [])));
  return columns.map(({ nodeId, engine, reasons }) => ({
    nodeId,
    engine,
    reasons,
    plan: plans.get(nodeId) ?? null,
    code: composed.has(nodeId) ? (ofNodes.get(nodeId) ?? null) : null,
  }));
}

function planOf(composed: ComposedNode, explain: ReturnType<typeof explainNode>): string | null {
  if (composed.kind !== 'composed') return null;
  const { outputs, effects } = explain(composed);
  const trees = outputs.flatMap(({ name, plan }) => [...(name === undefined ? [] : [`output ${name}`]), ...plan]);
  return [...trees, ...effects].join('\n');
}

import { runsCode } from '@millrace/processors/runs-code';
import { may, type Principal } from '../access/principal.ts';
import { permissionRequired } from '../refusals.ts';

/** What is read of a graph that is stored, or that came in. */
interface CodeGraph {
  readonly nodes?: readonly CodeNode[];
  /** Values of its parameters, which are put into code. */
  readonly parameters?: unknown;
}

interface CodeNode {
  readonly id: string;
  readonly nodeClass: string;
  readonly fields?: unknown;
}

/** The nodes of a graph that run code, with what decides about that code: not their places, names and ids. */
function codeIn(content: string): readonly { readonly id: string; readonly text: string }[] {
  const { nodes = [], parameters } = JSON.parse(content) as CodeGraph;
  return nodes
    .filter(({ nodeClass }) => runsCode(String(nodeClass)))
    .map(({ id, nodeClass, fields }) => {
      const text = JSON.stringify([nodeClass, fields]);
      return { id, text: text.includes('$') ? JSON.stringify([text, parameters]) : text };
    });
}

/**
 * Fails with FORBIDDEN if a caller who may not write code brings code that the saved graph does not have. Both are JSON,
 * and asked for only then.
 */
export async function requireCodeRight(
  who: Principal,
  content: () => string,
  saved: () => Promise<{ readonly content: string } | undefined> = async () => undefined,
): Promise<void> {
  if (may(who, 'workflows.code')) return;
  const nodes = codeIn(content());
  if (nodes.length === 0) return;
  const before = await saved();
  const known = new Set(before === undefined ? [] : codeIn(before.content).map(({ text }) => text));
  const added = nodes.find(({ text }) => !known.has(text));
  if (added !== undefined) throw permissionRequired('workflows.code', `changing the code of node ${added.id}`);
}

import { problem } from '../problems/problem.ts';
import type { ProblemLocation, Problem, ProblemCode } from '../problems/problem.ts';
import { RULES } from '../problems/table.ts';
import type { ProblemParams } from '../problems/params.ts';

/** A place in a JSON document, as a chain from the inside out; the root has no parent. */
export interface Path {
  readonly parent?: Path;
  readonly key: string | number;
}

/** The document itself. */
export const ROOT: Path = { key: '$' };

/** `$.nodes[3].name` */
export function pathText(path: Path): string {
  if (!path.parent) return String(path.key);
  const inner =
    typeof path.key === 'number'
      ? `[${path.key}]`
      : /^\w+$/.test(path.key)
        ? `.${path.key}`
        : `[${JSON.stringify(path.key)}]`;
  return pathText(path.parent) + inner;
}

const LIMIT = 1000;

/** Collects the problems of a document while it is read; lists at most 1,000 errors and says so. */
export class Report {
  readonly problems: Problem[] = [];
  #errors = 0;

  add<C extends ProblemCode>(code: C, params: ProblemParams[C], location: ProblemLocation = {}): void {
    if (RULES[code].severity === 'error') this.#errors++;
    if (this.#errors <= LIMIT) this.problems.push(problem(code, params, location));
    else if (this.#errors === LIMIT + 1) this.#close();
  }

  /** True when there was an error: the document cannot be used. */
  get failed(): boolean {
    return this.#errors > 0;
  }

  #close(): void {
    this.#errors++;
    this.problems.push(problem('too-many-problems', { limit: LIMIT }));
  }
}

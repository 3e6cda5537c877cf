import type { Catalogue } from '../catalogue.ts';
import type { Workflow } from '../document/types.ts';
import { indexGraph } from '../graph/graph.ts';
import type { Problem } from '../problems/problem.ts';
import { finish, type Steps } from '../steps.ts';
import { checkAnchors } from './check-anchors.ts';
import { checkClasses } from './check-classes.ts';
import { checkColumns } from './check-columns.ts';
import { checkCompatibility } from './check-compatibility.ts';
import { checkCounts } from './check-counts.ts';
import { checkCycles } from './check-cycles.ts';
import { checkDatasets } from './check-datasets.ts';
import { checkEdges } from './check-edges.ts';
import { checkFields } from './check-fields.ts';
import { checkIds } from './check-ids.ts';
import { checkPairings } from './check-pairings.ts';
import { checkRows } from './check-rows.ts';
import { checkTargets } from './check-targets.ts';
import type { Check, ValidateOptions } from './context.ts';

const CHECKS: readonly Check[] = [
  checkIds,
  checkEdges,
  checkCycles,
  checkClasses,
  checkPairings,
  checkCounts,
  checkAnchors,
  checkFields,
  checkRows,
  checkDatasets,
  checkTargets,
  checkColumns,
  checkCompatibility,
];

/**
 * All problems of a workflow. Errors keep it from running, warnings do not. Columns are checked if the
 * schemas of the inputs are given, datasets if the existing ones are. Time is linear in the document.
 */
export function validate(workflow: Workflow, catalogue: Catalogue, options: ValidateOptions = {}): readonly Problem[] {
  return finish(validating(workflow, catalogue, options));
}

/** The same in steps, one for each check. */
export function* validating(
  workflow: Workflow,
  catalogue: Catalogue,
  options: ValidateOptions = {},
): Steps<readonly Problem[]> {
  const context = { ...options, graph: indexGraph(workflow), catalogue };
  const problems: Problem[] = [];
  for (const check of CHECKS) {
    for (const problem of check(context))
      if (problem === undefined) yield;
      else problems.push(problem);
    yield;
  }
  return problems;
}

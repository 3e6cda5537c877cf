import type { SessionLabels } from '@millrace/engines/host';
import type { Submitter } from '../execute/run-request.ts';

/** What Spark's page shows of a run on a cluster: the workflow, and if it is known, the user and the run. */
export function labelsOf(workflow: string, submitter: Submitter | undefined): SessionLabels {
  const { run, ...session }: Partial<Submitter> = submitter ?? {};
  const tags = [`workflow ${workflow}`, ...(run === undefined ? [] : [`run ${run}`])];
  return { ...session, description: tags.join(', '), tags };
}

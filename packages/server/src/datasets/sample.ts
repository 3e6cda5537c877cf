import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';
import { inspectionOf } from './inspection-request.ts';
import { inspectDataset } from './inspect.ts';
import type { SampleFields } from './records.ts';

/** The first rows of a saved dataset, or why there are none. */
export async function sampleOf(context: Context, who: Principal, record: string): Promise<SampleFields> {
  const request = inspectionOf(record);
  try {
    const { headers, cells } = await inspectDataset(context, who, request);
    return { sampleData: { headers: [...headers], cells: cells.map((row) => [...row]) }, sampleProblem: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const headers = request.columns.map(({ name }) => name);
    return { sampleData: { headers, cells: [] }, sampleProblem: error.message };
  }
}

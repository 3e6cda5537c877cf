import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run as runWorkflowFile } from './run.ts';

const sample = new URL('../../../samples/', import.meta.url);

/** `millrace sample`: runs the sample workflow and says what to try next. */
export async function run(): Promise<0 | 1 | 2> {
  const folder = fileURLToPath(sample);
  const code = await runWorkflowFile([
    `${folder}workflows/harbour-traffic.json`,
    '--datasets',
    `${folder}datasets`,
    '--files',
    folder,
  ]);
  if (code !== 0) return code;
  const near = relative(process.cwd(), folder) || '.';
  const call = `${near}/workflows/harbour-traffic.json --datasets ${near}/datasets --files ${near}`;
  process.stdout.write(
    `
Try next:
  npx millrace run ${call} --engine spark
  npx millrace parity ${call}
  npx millrace explain ${call}
  npx millrace run YOUR-WORKFLOW.json --datasets YOUR-DATASETS --files YOUR-FILES
`,
  );
  return code;
}

import { run as runWorkflowFile } from './run.ts';

const sample = new URL('../../../samples/', import.meta.url);

/** `millrace sample`: runs the sample workflow and says what to try next. */
export async function run(): Promise<0 | 1 | 2> {
  const folder = decodeURIComponent(sample.pathname);
  const code = await runWorkflowFile([
    `${folder}workflows/harbour-traffic.json`,
    '--datasets',
    `${folder}datasets`,
    '--files',
    folder,
  ]);
  if (code === 0)
    process.stdout.write(
      `
To try next:
  npx millrace run samples/workflows/harbour-traffic.json --datasets samples/datasets --files samples --engine spark
  npx millrace parity samples/workflows/harbour-traffic.json --datasets samples/datasets --files samples
  npx millrace explain samples/workflows/harbour-traffic.json --datasets samples/datasets --files samples
  npx millrace run YOUR-WORKFLOW.json --datasets YOUR-DATASETS --files YOUR-FILES
`,
    );
  return code;
}

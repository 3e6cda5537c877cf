import { isDeepStrictEqual } from 'node:util';
import { FieldError, type Example, type Processor, type Save } from '@millrace/processors';
import { SparkError } from '@millrace/spark-connect';
import { RunError } from '@millrace/errors';
import { compareTables } from '@millrace/parity/compare';
import { asList, collectedOf, runExample, type ExampleEngine, type ExampleOutcome } from './examples.ts';

/** Runs an example and says in one line each what differs from what it promises; nothing when it holds. */
export async function checkExample(
  processor: Processor,
  example: Example,
  on: ExampleEngine,
  engine: 'sail' | 'spark',
): Promise<string[]> {
  let outcome: ExampleOutcome;
  try {
    outcome = await runExample(processor, example, on, engine);
  } catch (error) {
    if (!(error instanceof FieldError || error instanceof SparkError || error instanceof RunError)) throw error;
    if (example.error === undefined) return [`failed: ${error.message}`];
    return error.message.includes(example.error) ? [] : [`failed with "${error.message}", not with "${example.error}"`];
  }
  if (example.error !== undefined) return [`should fail with "${example.error}" and did not`];
  if (engine === 'sail' && (outcome.unverified ?? example.unverified) !== undefined)
    return example.unverified !== undefined && outcome.unverified?.includes(example.unverified)
      ? []
      : [`said to be unverified because of "${outcome.unverified}", not "${example.unverified}"`];
  return [
    ...outcome.otherSchemas,
    ...outputProblems(example, outcome),
    ...rejectedProblems(example, outcome),
    ...warningProblems(example, outcome),
    ...saveProblems(example, outcome),
    ...resultProblems(example, outcome),
  ];
}

function outputProblems(example: Example, { outputs }: ExampleOutcome): string[] {
  const problems: string[] = [];
  const { ordered = false } = example;
  const expected = asList(example.output);
  if (example.output !== undefined && expected.length !== outputs.length)
    problems.push(`${outputs.length} outputs, not ${expected.length}`);
  expected.forEach((table, i) => {
    const got = outputs[i];
    const difference = got && compareTables(collectedOf(table), got, { ordered });
    if (difference !== undefined) problems.push(`output ${i + 1}, ${difference.what}: ${difference.detail}`);
  });
  return problems;
}

function rejectedProblems(example: Example, { rejected }: ExampleOutcome): string[] {
  if (example.rejected === undefined) return [];
  if (rejected === undefined) return ['no rows are rejected'];
  const difference = compareTables(collectedOf(example.rejected), rejected);
  return difference === undefined ? [] : [`rejected rows, ${difference.what}: ${difference.detail}`];
}

function warningProblems({ warnings = [] }: Example, outcome: ExampleOutcome): string[] {
  const messages = outcome.warnings ?? [];
  const isAsExpected = messages.length === warnings.length && warnings.every((text, i) => messages[i]?.includes(text));
  return isAsExpected ? [] : [`warnings: ${JSON.stringify(messages)}`];
}

function saveProblems(example: Example, outcome: ExampleOutcome): string[] {
  const saves = outcome.saves.map(summaryOf);
  return example.saves === undefined || isDeepStrictEqual(saves, example.saves)
    ? []
    : [`saves: ${JSON.stringify(saves)}`];
}

/** What an example can promise of a save. */
const summaryOf = (save: Save): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(save).filter(([name]) => !['data', 'model', 'write', 'facts', 'lines'].includes(name)),
  );

function resultProblems({ results }: Example, outcome: ExampleOutcome): string[] {
  if (results === undefined) return [];
  const problems = results.flatMap((result, i) => {
    const got = outcome.results[i];
    return got === undefined ? [`result ${i + 1} is missing`] : resultDifferences(result, got, `result ${i + 1}`);
  });
  if (outcome.results.length > results.length)
    problems.push(`${outcome.results.length} results, not ${results.length}`);
  return problems;
}

function resultDifferences(
  reference: NonNullable<Example['results']>[number],
  { result, data }: ExampleOutcome['results'][number],
  name: string,
): string[] {
  const problems: string[] = [];
  if (result.type !== reference.type) problems.push(`${name} is a ${result.type}, not a ${reference.type}`);
  if (reference.title !== undefined && result.title !== reference.title)
    problems.push(`${name} is titled "${result.title}", not "${reference.title}"`);
  if (reference.kind !== undefined && (result.type !== 'chart' || result.chart.kind !== reference.kind))
    problems.push(`${name} is no ${reference.kind} chart`);
  if (reference.text !== undefined && (result.type !== 'text' || !result.text.includes(reference.text)))
    problems.push(`${name} does not say "${reference.text}"`);
  const difference = reference.data && data && compareTables(collectedOf(reference.data), data, { ordered: true });
  if (difference !== undefined) problems.push(`${name}, ${difference.what}: ${difference.detail}`);
  return problems;
}

/**
 * `node packages/runner/src/examples/try-examples.ts <sc://sail> <sc://spark> [class name part …]`: runs the examples of the
 * named processors on engines that are up already and prints what does not hold. For writing processors.
 */
import { loadCatalogue } from '@millrace/processors';
import { SparkSession } from '@millrace/spark-connect';
import { checkExample } from './check-example.ts';
import { sessionConfig } from '@millrace/engines/host';

const [sailUrl, sparkUrl, ...parts] = process.argv.slice(2);
const catalogue = await loadCatalogue();
let [passed, failed] = [0, 0];
for (const [engine, url] of [
  ['sail', sailUrl],
  ['spark', sparkUrl],
] as const) {
  if (url === undefined || url === '-') continue;
  const session = await SparkSession.connect(url, sessionConfig);
  for (const processor of catalogue) {
    if (parts.length > 0 && !parts.some((part) => processor.nodeClass.toLowerCase().includes(part.toLowerCase())))
      continue;
    for (const example of processor.examples) {
      const problems = await checkExample(processor, example, { session }, engine);
      if (problems.length === 0) passed++;
      else {
        failed++;
        console.log(`${engine} ${processor.nodeClass}: ${example.name}\n    ${problems.join('\n    ')}`);
      }
    }
  }
  await session.stop();
}
console.log(`${passed} passed, ${failed} failed`);

// Starts an engine and never stops it: a test kills this process.
import { startSail } from '../../src/engines/index.ts';

const [scratch = ''] = process.argv.slice(2);
const engine = await startSail({ scratch });
process.stdout.write(`${engine.pid}\n`);

// Starts a program by a spawner, and never ends it: a test kills this process.
import { Spawner, startGuarded, toolchain } from '../../toolchain.mjs';
import { until } from '@millrace/testkit/until';

const [scratch = ''] = process.argv.slice(2);
const spawner = new Spawner(toolchain().python);
await until(() => spawner.isUp);
const { PATH } = process.env;
const { pid } = startGuarded({ command: 'sleep', args: ['1000'], env: { PATH }, cwd: scratch, scratch, spawner });
process.stdout.write(`${await pid} ${spawner.pid}\n`);

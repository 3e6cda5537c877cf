// Starts an engine, in a sandbox where a file space is named, and never stops it: a test kills this process.
import { findSandbox, startSail } from '../../src/index.ts';

const [scratch = '', files] = process.argv.slice(2);
const sandbox = await findSandbox();
const isSandboxed = files !== undefined && !('missing' in sandbox);
const engine = await startSail({
  scratch,
  ...(isSandboxed ? { box: { sandbox, files: [{ how: 'writable', folder: files }], readable: [], hidden: [] } } : {}),
});
process.stdout.write(`${engine.pid}\n`);

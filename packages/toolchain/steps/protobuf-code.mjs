// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pinsKey, toolchain } from '../toolchain.mjs';

const DESCRIPTORS = fileURLToPath(new URL('./protobuf-descriptors.py', import.meta.url));
const LARGEST_ANSWER = 100_000_000;

/** @type {import('../setup.mjs').Step} */
export const protobufCode = {
  name: 'Spark Connect protocol code',

  done({ checkout }) {
    const stamp = join(folderOf(checkout), 'stamp');
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampText(checkout);
  },

  async run({ checkout }) {
    const request = execFileSync(toolchain().python, ['-I', DESCRIPTORS], { maxBuffer: LARGEST_ANSWER });
    const plugin = join(checkout, 'node_modules', '.bin', 'protoc-gen-es');
    const answer = execFileSync(process.execPath, [plugin], { input: request, maxBuffer: LARGEST_ANSWER });
    // Set-up installs these packages itself, so they cannot be imported before.
    const resolve = createRequire(join(checkout, 'packages', 'spark-connect', 'package.json')).resolve;
    const { fromBinary } = await import(pathToFileURL(resolve('@bufbuild/protobuf')).href);
    const { CodeGeneratorResponseSchema } = await import(pathToFileURL(resolve('@bufbuild/protobuf/wkt')).href);
    const { error, file: files } = fromBinary(CodeGeneratorResponseSchema, answer);
    if (error) throw new Error(`protoc-gen-es: ${error}`);

    const folder = folderOf(checkout);
    const part = mkdtempSync(`${folder}.part-`);
    for (const { name, content } of files) {
      mkdirSync(dirname(join(part, name)), { recursive: true });
      writeFileSync(join(part, name), content);
    }
    writeFileSync(join(part, 'stamp'), stampText(checkout));
    rmSync(folder, { recursive: true, force: true });
    renameSync(part, folder);
  },
};

/** @param {string} checkout */
function folderOf(checkout) {
  return join(checkout, 'packages', 'spark-connect', 'gen');
}

/** What the code depends on: pyspark's protocol, the generator, how we call it. @param {string} checkout */
function stampText(checkout) {
  const generator = join(checkout, 'node_modules', '@bufbuild', 'protoc-gen-es', 'package.json');
  return [pinsKey(), JSON.parse(readFileSync(generator, 'utf8')).version, readFileSync(DESCRIPTORS, 'utf8')].join('\n');
}

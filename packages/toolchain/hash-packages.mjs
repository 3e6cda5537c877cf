// @ts-check
/**
 * `node packages/toolchain/hash-packages.mjs`: writes `python-hashes.json`, by which set-up knows the files of Python packages, for all
 * kinds of machines that it knows. To be run after a change of the pins. Asks the index that pip asks (PIP_INDEX_URL).
 */
import { writeFileSync } from 'node:fs';
import { NAMES_ELSEWHERE, PYTHON_310_PACKAGES, PYTHON_PACKAGES } from './pins.mjs';

const INDEX = process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple';

/** Sources, and wheels for CPython 3.10 to 3.14 on Linux with glibc, macOS and 64-bit Windows. */
const OURS =
  /\.tar\.gz$|-(?:py3|py2\.py3|cp3(?:10|11|12|13|14)|cp3\d+-abi3)(?:-(?:none|abi3|cp3(?:10|11|12|13|14)))?-(?:any|(?:manylinux|linux)[^-]*_(?:x86_64|aarch64)|macosx[^-]*|win_amd64)\.whl$/;

/** @param {string} name @param {string} version @returns {Promise<string[]>} */
async function hashesOf(name, version) {
  const answer = await fetch(`${INDEX.replace(/\/$/, '')}/${name.toLowerCase().replaceAll(/[-_.]+/g, '-')}/`, {
    headers: { accept: 'application/vnd.pypi.simple.v1+json' },
  });
  if (!answer.ok) throw new Error(`the index answers ${answer.status} for ${name}`);
  /** @type {{ files: { filename: string, hashes: { sha256?: string } }[] }} */
  const { files } = await answer.json();
  const plain = (/** @type {string} */ text) => text.toLowerCase().replaceAll(/[-_.]+/g, '_');
  const start = `${plain(name)}_${plain(version)}`;
  const hashes = files.flatMap(({ filename, hashes: { sha256 } }) => {
    const rest = plain(filename).slice(start.length);
    const isOne =
      plain(filename).startsWith(start) && (/^_tar_gz$/.test(rest) || rest.startsWith('_py') || rest.startsWith('_cp'));
    return isOne && OURS.test(filename) && sha256 !== undefined ? [sha256] : [];
  });
  if (hashes.length === 0) throw new Error(`the index has no usable file of ${name} ${version}`);
  return hashes.sort();
}

const all = new Map(
  [...Object.entries(PYTHON_PACKAGES), ...Object.entries(PYTHON_310_PACKAGES)].map((pin) => [pin.join('=='), pin]),
);
for (const [name, elsewhere] of Object.entries(NAMES_ELSEWHERE)) {
  const version = PYTHON_PACKAGES[name] ?? '';
  all.set(`${elsewhere}==${version}`, [elsewhere, version]);
}
/** @type {Record<string, string[]>} */
const found = {};
for (const [spec, [name, version]] of [...all].sort(([a], [b]) => (a < b ? -1 : 1)))
  found[spec] = await hashesOf(name, version);
writeFileSync(new URL('./python-hashes.json', import.meta.url), `${JSON.stringify(found, null, 2)}\n`);
console.log(`${Object.keys(found).length} packages, ${Object.values(found).flat().length} files`);

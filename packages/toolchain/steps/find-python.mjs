// @ts-check
import { spawnSync } from 'node:child_process';
import { SetupError } from './commands.mjs';

/** A Python that can make the environment.
 * @typedef {{ command: string, minor: number }} Python */

/** In order of preference; 3.10 is last because pyspark must be talked into it. */
const NAMES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.14', 'python3.10', 'python'];

const PROBE = `
import sys
try:
    import ensurepip, venv
    state = 'ok'
except ImportError:
    state = 'bare'
print('%d %d %s %s' % (sys.version_info[0], sys.version_info[1], state, sys.executable))
`;

/** The first usable Python from 3.11 to 3.14, else 3.10. Fails with what was found and what to install.
 * @returns {Python} */
export function findPython() {
  const pythons = NAMES.flatMap((name) => probe(name) ?? []);
  const usable = pythons.filter(({ minor, venv }) => venv && minor >= 10 && minor <= 14);
  const best = usable.find(({ minor }) => minor > 10) ?? usable[0];
  if (best) return best;
  const seen = pythons.map(({ name, minor, venv }) => `${name} is 3.${minor}${venv ? '' : ' without its venv module'}`);
  throw new SetupError(
    `Python 3.10 to 3.14 with its venv module is required (${seen.join(', ') || 'no python3 was found'}). ` +
      'Install it (Debian, Ubuntu: apt-get install python3 python3-venv), then run: npm run setup',
  );
}

/** @param {string} name */
function probe(name) {
  const { status, stdout } = spawnSync(name, ['-c', PROBE], { encoding: 'utf8' });
  const [, minor, state, command] = (status === 0 && /^3 (\d+) (\w+) (.+)$/m.exec(stdout)) || [];
  if (!command) return undefined;
  return { name, command, minor: Number(minor), venv: state === 'ok' };
}

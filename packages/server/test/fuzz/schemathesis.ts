import { join } from 'node:path';
import { pythonEnvironment } from '../../../toolchain/checks/python-environment.ts';
import { packages, packagesOf310 } from './pins.ts';

/** The command of Schemathesis. Brings it where it is missing; fails if it cannot. */
export const schemathesis = async (): Promise<string> =>
  join(await pythonEnvironment('fuzz', packages, packagesOf310), 'schemathesis');

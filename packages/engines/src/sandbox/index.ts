export { isBelow } from './is-below.ts';
export { closedSandboxArgs, findSandbox } from './sandbox.ts';

export { isBelow } from './is-below.ts';
export { closedBox, findSandbox } from './sandbox.ts';

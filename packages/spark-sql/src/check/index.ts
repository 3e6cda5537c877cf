export { functions } from './refused.ts';

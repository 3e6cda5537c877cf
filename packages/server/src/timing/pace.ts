export { inTurns, pace } from '@millrace/runner/pace';

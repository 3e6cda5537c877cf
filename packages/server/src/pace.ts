export { pace } from '@millrace/runner/pace';

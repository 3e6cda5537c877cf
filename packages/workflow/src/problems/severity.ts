/** Errors keep a workflow from running, warnings do not. */
export type Severity = 'error' | 'warning';

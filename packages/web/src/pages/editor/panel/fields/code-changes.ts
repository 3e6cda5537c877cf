import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, type Extension, type StateEffect } from '@codemirror/state';

const changes = new Compartment();

/** Lets a field of code show what differs from earlier code. */
export const codeChanges: Extension = changes.of([]);

/** Shows the lines that were inserted and removed since earlier code, or hides them. */
export const showChangesSince = (code: string | undefined): StateEffect<unknown> =>
  changes.reconfigure(code === undefined ? [] : unifiedMergeView({ original: code, mergeControls: false }));

export const lineageTexts = {
  drawing: 'Lineage',
  find: 'Find a workflow or file',
  hint: 'Point at an item to see what it depends on and what depends on it.',
  none: 'No workflow here reads or writes files yet',
  noneHint: 'Datasets, files and models appear here once a workflow uses them.',
  kinds: { workflow: 'Workflow', dataset: 'Dataset', model: 'Model', file: 'File' },
  ofWorkflow: (from: string, to: string) =>
    [from === '' ? '' : `reads ${from}`, to === '' ? '' : `writes ${to}`].filter(Boolean).join('; '),
  ofData: (from: string, to: string) =>
    [from === '' ? '' : `written by ${from}`, to === '' ? '' : `read by ${to}`].filter(Boolean).join('; '),
  alone: 'Workflows without files in settings:',
} as const;

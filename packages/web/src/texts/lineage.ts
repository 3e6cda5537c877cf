export const lineageTexts = {
  drawing: 'What leads to what',
  find: 'Find a workflow or file',
  hint: 'Point at one to see what leads to it and what comes of it.',
  none: 'No workflow here reads or writes files yet',
  noneHint: 'Once one does, its datasets, files and models are drawn here with it.',
  kinds: { workflow: 'Workflow', dataset: 'Dataset', model: 'Model', file: 'File' },
  ofWorkflow: (from: string, to: string) =>
    [from === '' ? '' : `reads ${from}`, to === '' ? '' : `writes ${to}`].filter(Boolean).join('; '),
  ofData: (from: string, to: string) =>
    [from === '' ? '' : `written by ${from}`, to === '' ? '' : `read by ${to}`].filter(Boolean).join('; '),
  alone: 'Name no files in their settings:',
} as const;

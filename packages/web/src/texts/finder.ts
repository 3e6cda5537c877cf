export const finderTexts = {
  title: 'Find',
  button: 'Find',
  keys: 'Ctrl K',
  placeholder: 'Find a workflow, node, setting, dataset, dashboard, model, project, page or processor',
  found: 'Found',
  none: 'Nothing matches. Try part of the name.',
  pages: 'Pages',
  goTo: 'go to',
  nodes: 'Nodes of workflows',
  open: 'open',
} as const;

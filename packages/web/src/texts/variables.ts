export const variablesTexts = {
  title: 'Variables',
  value: 'Value',
  ofAll: 'all projects',
  add: 'Add a variable',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `${name} was deleted.`,
  back: (name: string) => `${name} was restored.`,
  none: 'No variables yet',
  noneHint: 'Use a variable such as $region in a field of any node. Its value is inserted when the workflow runs.',
  noneOfAllHint:
    'Use a variable of all projects such as $region in a field of any node. A variable of a project with the same name takes precedence there.',
  nameRule: 'Letters A to Z, digits and _',
  nameWrong: 'Use at most 200 characters, only letters A to Z, digits and _.',
} as const;

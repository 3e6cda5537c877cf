export const variablesTexts = {
  title: 'Variables',
  value: 'Value',
  ofAll: 'of all projects',
  add: 'Add a variable',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `${name} was deleted.`,
  back: (name: string) => `${name} is back.`,
  none: 'No variables yet.',
  noneHint: 'A field of any node can name a variable, such as $region: its value is put in when the workflow runs.',
  noneOfAllHint:
    'A variable of all projects, such as $region, can be named by a field of any node. A project may have one of the same name, which counts more there.',
  nameRule: 'Letters from A to Z, digits and _.',
  nameWrong: 'A name has letters from A to Z, digits and _ only, at most 200.',
} as const;

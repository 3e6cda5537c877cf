export const errorTexts = {
  title: 'This could not be loaded',
  again: 'Try again',
  unreachable: 'The service cannot be reached. Trying again…',
  unreached: 'The service cannot be reached. Try again when it is back. Your changes on this page are safe.',
  missing: 'Page not found',
  missingHint: 'Check the link. The item may have been deleted, or you may not have access to its project.',
  fileChanged: 'The file has changed on disk or no longer exists. Choose it again.',
  unreadableImage: 'The image cannot be read.',
  answered: (status: number) => `The service responded with status ${status}.`,
} as const;

export const errorTexts = {
  title: 'This could not be loaded',
  again: 'Try again',
  unreachable: 'The service cannot be reached. Trying again…',
  unreached: 'The service cannot be reached. Try again when it is back: nothing on this page is lost.',
  missing: 'There is nothing at this address',
  missingHint: 'The address may be mistyped, what was there deleted, or it belongs to a project that is not yours.',
  toHome: 'Go to the home page',
} as const;

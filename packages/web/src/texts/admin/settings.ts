export const settingsTexts = {
  list: 'Settings',
  hint: 'They come from the environment of the service: change them there, and start it again.',
  name: 'Setting',
  value: 'Value',
  about: 'What it is',
  secret: 'secret: never shown',
  unset: 'not set',
  from: (what: string) => `worked out from ${what}`,
  none: 'There are no settings',
} as const;

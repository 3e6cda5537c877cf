export const settingsTexts = {
  list: 'Settings',
  hint: 'Settings come from the environment of the service. Change them there and restart it.',
  name: 'Setting',
  value: 'Value',
  about: 'Description',
  secret: 'secret: never shown',
  unset: 'not set',
  from: (what: string) => `derived from ${what}`,
  none: 'No settings',
} as const;

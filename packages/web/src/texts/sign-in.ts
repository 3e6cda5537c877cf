export const signInTexts = {
  title: 'Sign in',
  username: 'User name',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'Incorrect user name or password.',
  other: 'Sign in with your organisation',
  expired: 'You were signed out. Sign in to continue. Your changes on this page are safe.',
} as const;

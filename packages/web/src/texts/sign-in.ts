export const signInTexts = {
  title: 'Sign in',
  username: 'User name',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'That user name and password do not belong together.',
  other: 'Sign in with your organisation',
  expired: 'You were signed out. Sign in again to go on: nothing on this page is lost.',
} as const;

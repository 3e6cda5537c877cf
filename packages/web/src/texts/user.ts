export const userTexts = {
  menu: 'Your account',
  signOut: 'Sign out',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  auto: 'As the system',
} as const;

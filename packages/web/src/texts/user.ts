export const userTexts = {
  menu: 'Your account',
  signOut: 'Sign out',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  auto: 'System',
} as const;

import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';

/** The accent from light to dark; both themes take their shade of it. */
const water = [
  '#eef5fa',
  '#dceaf4',
  '#b6d4e8',
  '#8dbcdb',
  '#6aa8d0',
  '#4c93c1',
  '#2e78a8',
  '#1f6391',
  '#184f74',
  '#113a56',
] as const;

export const theme = createTheme({
  colors: { water: [...water] },
  primaryColor: 'water',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 6,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  fontFamilyMonospace: 'var(--font-data)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

const ofPage = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-faint)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-border': 'var(--hairline-strong)',
  '--mantine-color-anchor': 'var(--accent)',
} as const;

/** The library's colours are the page's own. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: ofPage, dark: ofPage });

const key = 'millrace.theme';

/** The setting for light or dark is stored for `first.js`, which reads it before the first paint. */
export const colorSchemes: MantineColorSchemeManager = {
  get: (fallback) => {
    try {
      const stored = localStorage.getItem(key);
      return stored === 'light' || stored === 'dark' || stored === 'auto' ? stored : fallback;
    } catch {
      return fallback;
    }
  },
  set: (value: MantineColorScheme) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // the setting then holds for this page only
    }
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

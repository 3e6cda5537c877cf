/** Packages that Spark opens by reflection (its launcher's JavaModuleOptions). */
const OPENED = [
  'java.base/java.lang',
  'java.base/java.lang.invoke',
  'java.base/java.lang.reflect',
  'java.base/java.io',
  'java.base/java.net',
  'java.base/java.nio',
  'java.base/java.util',
  'java.base/java.util.concurrent',
  'java.base/java.util.concurrent.atomic',
  'java.base/jdk.internal.ref',
  'java.base/sun.nio.ch',
  'java.base/sun.nio.cs',
  'java.base/sun.util.calendar',
  'java.security.jgss/sun.security.krb5',
];

/** JVM options that Spark 4.3 needs on JDK 25. Without the last four every query fails in Arrow's allocator. */
export const JVM_OPTIONS: readonly string[] = [
  ...OPENED.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
  '-XX:+ExitOnOutOfMemoryError',
  // learners iterate over plans that only grow: with Java's 1 MB for a thread, ten steps of ALS end the engine
  '-Xss16m',
  // a full collection each time that some more classes are loaded: 0.1 s in the middle of a first run
  '-XX:MetaspaceSize=256m',
  '-Dfile.encoding=UTF-8',
  '-Duser.timezone=UTC',
  '-Dio.netty.tryReflectionSetAccessible=true',
  '-Dio.netty.noUnsafe=false',
  '--sun-misc-unsafe-memory-access=allow',
  '--enable-native-access=ALL-UNNAMED',
];

/** Settings of an embedded server, whatever its scratch folder and size. */
export const SPARK_SETTINGS: Readonly<Record<string, string>> = {
  'spark.app.name': 'millrace',
  'spark.driver.host': '127.0.0.1',
  'spark.driver.bindAddress': '127.0.0.1',
  'spark.connect.grpc.binding.address': '127.0.0.1',
  'spark.connect.grpc.binding.port': '0',
  // Plans of deep graphs nest; gRPC's own limit is 100 levels, Spark's 1024.
  'spark.connect.grpc.marshallerRecursionLimit': '4096',
  'spark.ui.enabled': 'false',
  'spark.ui.showConsoleProgress': 'false',
  'spark.sql.catalogImplementation': 'in-memory',
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.ansi.enabled': 'true',
  // text means what it says, in sessions without settings of ours too: see guardedConfig in session-config.ts
  'spark.sql.variable.substitute': 'false',
  'spark.sql.runSQLOnFiles': 'false',
  // a query waits for those in it and holds a thread in the meantime: see SparkWall.java, which bounds how deep they stand
  'spark.sql.subquery.maxThreadThreshold': '128',
  // Generated code is cached by class loader. One for all sessions (no user can send artifacts: see guard-plans.ts) lets each run
  // use what others had compiled, and what Java has made of it; with one each, every run compiled all of its code again.
  // A session cannot change these two settings: its first request reads them.
  'spark.sql.artifact.isolation.enabled': 'false',
  'spark.sql.artifact.isolation.alwaysApplyClassloader': 'false',
  'spark.sql.codegen.cache.maxEntries': '500',
  // The default goes by the heap, up to 64 MB, of which each broadcast of text keys took one for some rows; they filled the
  // heap from run to run, and collecting them took more than half of a warm run's time.
  'spark.buffer.pageSize': '2m',
};

/** What every session of a run is opened with, so that the engines mean the same. */
export const sessionConfig: Readonly<Record<string, string>> = {
  'spark.sql.ansi.enabled': 'true',
  'spark.sql.session.timeZone': 'UTC',
  // old files name character sets that Spark 4 leaves out
  'spark.sql.legacy.javaCharsets': 'true',
  // timestamps in nanoseconds, as pandas writes them, are read as numbers, and made timestamps by the reader
  'spark.sql.legacy.parquet.nanosAsLong': 'true',
};

/**
 * For Spark: what `guardPlans` looks at is what is meant. Else text such as `${env:…}` becomes what the engine's environment and
 * settings hold, text in double quotes a name, and the name of a table a path.
 */
export const guardedConfig: Readonly<Record<string, string>> = {
  'spark.sql.variable.substitute': 'false',
  'spark.sql.ansi.doubleQuotedIdentifiers': 'false',
  'spark.sql.runSQLOnFiles': 'false',
};

/**
 * For small inputs on the embedded Spark: compiling code for a query, re-planning it while it runs and working out what
 * its columns imply (which takes a second for twelve computed columns under two filters) cost more than
 * they save. Rows do not change. Measured on the taxi graph: 1.6 times faster warm.
 */
export const smallInputConfig: Readonly<Record<string, string>> = {
  'spark.sql.codegen.wholeStage': 'false',
  'spark.sql.codegen.factoryMode': 'NO_CODEGEN',
  'spark.sql.adaptive.enabled': 'false',
  'spark.sql.constraintPropagation.enabled': 'false',
};

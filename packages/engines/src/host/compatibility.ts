import type { Compatibility } from '@millrace/workflow';

/** What fails in ANSI mode gives null, and numbers that are too large go round. */
const withoutAnsi = { 'spark.sql.ansi.enabled': 'false' };

/** Dates as Spark 2 read and wrote them: by java.text's patterns, whose calendar takes a 13th month for January, and old files by the Julian calendar. */
const datesOfSpark2 = {
  'spark.sql.legacy.timeParserPolicy': 'LEGACY',
  'spark.sql.parquet.datetimeRebaseModeInRead': 'LEGACY',
  'spark.sql.parquet.int96RebaseModeInRead': 'LEGACY',
  'spark.sql.avro.datetimeRebaseModeInRead': 'LEGACY',
  'spark.sql.storeAssignmentPolicy': 'LEGACY',
};

/** Settings of a session of Spark by the compatibility of what it runs. Source: Spark, "Migration Guide: SQL". */
export const compatibilityConfig: Readonly<Record<Compatibility, Readonly<Record<string, string>>>> = {
  spark4: {},
  spark3: withoutAnsi,
  spark2: { ...withoutAnsi, ...datesOfSpark2 },
};

/** Why only Spark runs what was made for an older Spark; undefined for what was made for today's, or does not say. */
export const sparkOnlyBy = (compatibility: Compatibility = 'spark4'): string | undefined =>
  compatibility === 'spark4' ? undefined : `compatibility ${compatibility} is available only on Spark`;

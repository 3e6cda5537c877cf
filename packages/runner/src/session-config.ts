/** What every session of a run is opened with, so that the engines mean the same. */
export const sessionConfig: Readonly<Record<string, string>> = {
  'spark.sql.ansi.enabled': 'true',
  'spark.sql.session.timeZone': 'UTC',
};

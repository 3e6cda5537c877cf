import { types, type DataType } from '@millrace/spark-connect/types';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that end an expression or a relation, so they are no alias without AS and no column by themselves. */
export const stopWords = wordSet(`
  FROM WHERE GROUP HAVING ORDER SORT CLUSTER DISTRIBUTE LIMIT OFFSET UNION EXCEPT MINUS INTERSECT LATERAL WINDOW
  ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL SEMI ANTI OUTER WHEN THEN ELSE END AND OR NOT IN IS LIKE ILIKE
  RLIKE REGEXP BETWEEN AS ASC DESC NULLS PIVOT UNPIVOT TABLESAMPLE SELECT QUALIFY DIV ESCAPE OVER FILTER CASE DISTINCT
`);

/** Words that begin a query. */
export const queryWords = wordSet('SELECT WITH VALUES FROM TABLE');

/** Functions that Spark lets one write without parentheses. */
export const bareFunctions = wordSet(`
  CURRENT_DATE CURRENT_TIMESTAMP CURRENT_USER CURRENT_TIME LOCALTIMESTAMP SESSION_USER USER
`);

/** Functions whose first argument is a unit written as a bare word. */
export const unitFunctions = wordSet('DATEADD DATE_ADD DATEDIFF DATE_DIFF TIMESTAMPADD TIMESTAMPDIFF TIMEDIFF');

export const units = wordSet(`
  YEAR QUARTER MONTH WEEK DAY DAYOFYEAR HOUR MINUTE SECOND MILLISECOND MICROSECOND
`);

/** Words before a string that make it a typed literal. */
export const typedLiterals: Readonly<Record<string, DataType>> = {
  DATE: types.date,
  TIMESTAMP: types.timestamp,
  TIMESTAMP_LTZ: types.timestamp,
  TIMESTAMP_NTZ: types.timestampNtz,
  TIME: types.time(),
  X: types.binary,
};

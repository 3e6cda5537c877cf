const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** First words of statements that are no query; each is refused by name. */
export const statements = wordSet(`
  ADD ALTER ANALYZE BEGIN CACHE CALL CLEAR COMMENT COMMIT COPY CREATE DEALLOCATE DECLARE DELETE DESC DESCRIBE DFS DROP
  EXECUTE EXPLAIN EXPORT GRANT IMPORT INSERT INSTALL LIST LOAD LOCK MERGE MSCK OPTIMIZE PREPARE REFRESH REORG REPAIR
  REPLACE RESET REVOKE ROLLBACK SET SHOW START SYNC TRUNCATE UNCACHE UNLOCK UNSET UPDATE USE VACUUM
`);

/** What may not stand in a query even behind WITH or FROM: the word and the one that must follow it. */
export const writes: [first: string, second: string[]][] = [
  ['INSERT', ['INTO', 'OVERWRITE']],
  ['DELETE', ['FROM']],
  ['MERGE', ['INTO', 'WITH']],
];

/** Functions that reach outside the data: they call Java. */
export const functions = wordSet('reflect java_method try_reflect');

/** Table functions that Spark has built in and that read nothing but their arguments. */
export const tableFunctions = wordSet(`
  range explode explode_outer posexplode posexplode_outer inline inline_outer stack json_tuple variant_explode
  variant_explode_outer sql_keywords collations
`);

/** First parts of a relation's name that make it a path: \`csv.\`/x\`\`. */
export const formats = wordSet(`
  avro binaryfile csv delta file hive iceberg jdbc json libsvm orc parquet text xml arrow com org spark python
`);

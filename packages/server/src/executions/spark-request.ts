import type { SparkRequest } from '@millrace/runner';

/** What a run asks of Spark itself, and a sentence for each thing that no run can have. */
export interface RequestedSpark extends SparkRequest {
  readonly warnings: readonly string[];
}

interface SparkRequestFields {
  readonly sparkConfig: string;
  readonly libJars: string;
}

/** One setting (`key=value`, after `--conf` or not), or another option of spark-submit with its value. */
const entry =
  /(?:^|[\s,;])(?:--conf[\s=]+)?(?:"([\w.-]+)\s*[=:]\s*([^"]*)"|'([\w.-]+)\s*[=:]\s*([^']*)'|([a-zA-Z][\w.-]*)\s*[=:]\s*("[^"]*"|'[^']*'|[^\s,;]*(?:,(?!\s*(?:--|[\w.-]+\s*[=:]))[^\s,;]+)*))|(?:^|[\s,;])(--?[a-zA-Z][\w-]*)(?:[\s=]+(?!-)("[^"]*"|'[^']*'|[^\s;]+))?/g;

const unquote = (value: string): string => /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;

/** What `millrace.…` says is read by `settingsOf`. */
const ours: ReadonlySet<string> = new Set([
  'millrace.engine',
  'millrace.reuse',
  'millrace.compatibility',
  'millrace.cluster.application',
]);

/**
 * Settings of how Spark reads, writes, plans and computes, below `spark.sql.`. Any other may name code, or have Spark take the
 * text of a query for something else than those who looked at it.
 */
const groups = [
  ...['adaptive', 'avro', 'cbo', 'codegen', 'csv', 'execution.arrow', 'files', 'inMemoryColumnarStorage', 'join'],
  ...['json', 'legacy.avro', 'legacy.csv', 'legacy.json', 'legacy.parquet', 'optimizer', 'orc', 'parquet', 'shuffle'],
  ...['statistics', 'window', 'windowExec'],
] as const;
const single: ReadonlySet<string> = new Set([
  ...['ansi.enabled', 'autoBroadcastJoinThreshold', 'broadcastTimeout', 'caseSensitive', 'crossJoin.enabled'],
  ...['constraintPropagation.enabled', 'decimalOperations.allowPrecisionLoss', 'groupByAliases', 'groupByOrdinal'],
  ...['leafNodeDefaultParallelism', 'legacy.charVarcharAsString', 'legacy.javaCharsets', 'legacy.sizeOfNull'],
  ...['legacy.statisticalAggregate', 'legacy.timeParserPolicy', 'mapKeyDedupPolicy', 'maxPlanStringLength'],
  ...['orderByOrdinal', 'pivotMaxValues', 'readSideCharPadding', 'retainGroupColumns', 'session.timeZone'],
  ...['shuffledHashJoinFactor', 'sources.partitionColumnTypeInference.enabled', 'sources.partitionOverwriteMode'],
  ...['storeAssignmentPolicy', 'timestampType'],
]);

/** Names of Java code, in any group. */
const ofCode = /(class|classes|extensions?|listeners?|plugins?|providers?|factory)$/i;

const isFree = (name: string): boolean =>
  single.has(name) || (groups.some((group) => name.startsWith(`${group}.`)) && !ofCode.test(name));

/** Why a run cannot have a setting; undefined if Spark may be asked for it. */
function refusalOf(key: string): string | undefined {
  const name = /^spark\.sql\.(.*)/.exec(key)?.[1];
  if (name !== undefined && isFree(name)) return undefined;
  if (name !== undefined)
    return 'cannot be set for a single run: only settings of how Spark reads, writes, plans and computes can';
  if (!key.startsWith('spark.')) return 'is not a Spark setting';
  return 'cannot be set for a single run: Spark reads it at startup (MILLRACE_ENGINE_MEMORY sets the memory of engines)';
}

/** Reads `sparkConfig` and `libJars` of a run. `noJars` says why it may have no jars, if that is so. */
export function requestedSpark({ sparkConfig, libJars }: SparkRequestFields, noJars?: string): RequestedSpark {
  const config = new Map<string, string>();
  const warnings: string[] = [];
  for (const { key, value } of settingsIn(sparkConfig, warnings)) {
    if (ours.has(key)) continue;
    const why = refusalOf(key);
    if (why === undefined) config.set(key, value);
    else warnings.push(`sparkConfig: ${key} ${why}`);
  }
  const jars = jarsIn(libJars);
  if (noJars === undefined) return { config, jars, warnings };
  return { config, jars: [], warnings: [...warnings, ...jars.map((jar) => `libJars: "${jar}" ${noJars}`)] };
}

/** True if a run asks for what only Spark can give. */
export function needsSpark(fields: SparkRequestFields): boolean {
  const { config, jars } = requestedSpark(fields);
  return config.size + jars.length > 0;
}

const jarsIn = (libJars: string): readonly string[] =>
  libJars
    .split(/[,;\n]/)
    .map((jar) => jar.trim())
    .filter((jar) => jar !== '');

function* settingsIn(text: string, warnings: string[]): Generator<{ key: string; value: string }> {
  for (const [, key1, value1, key2, value2, key3, value3, option] of text.matchAll(entry)) {
    if (option !== undefined)
      warnings.push(
        `sparkConfig: ${option} is an option of spark-submit, which runs do not use: write settings as key=value, and jars in libJars`,
      );
    else yield { key: key1 ?? key2 ?? key3 ?? '', value: (value1 ?? value2 ?? unquote(value3 ?? '')).trim() };
  }
  const rest = text
    .replaceAll(entry, ' ')
    .replaceAll(/[\s,;]+/g, ' ')
    .trim();
  if (rest !== '') warnings.push(`sparkConfig: "${rest}" is not a setting: write key=value`);
}

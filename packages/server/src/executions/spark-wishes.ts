import type { SparkWishes } from '@millrace/runner';

/** What a run asks of Spark itself, and a sentence for each thing that no run can have. */
export interface AskedOfSpark extends SparkWishes {
  readonly warnings: readonly string[];
}

interface Given {
  readonly sparkConfig: string;
  readonly libJars: string;
}

/** One setting (`key=value`, after `--conf` or not), or another option of spark-submit with its value. */
const entry =
  /(?:^|[\s,;])(?:--conf[\s=]+)?(?:"([\w.-]+)\s*[=:]\s*([^"]*)"|'([\w.-]+)\s*[=:]\s*([^']*)'|([a-zA-Z][\w.-]*)\s*[=:]\s*("[^"]*"|'[^']*'|[^\s,;]*(?:,(?!\s*(?:--|[\w.-]+\s*[=:]))[^\s,;]+)*))|(?:^|[\s,;])(--?[a-zA-Z][\w-]*)(?:[\s=]+(?!-)("[^"]*"|'[^']*'|[^\s;]+))?/g;

const unquoted = (value: string): string => /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;

/** What `millrace.…` says is read by `settingsOf`. */
const ours: ReadonlySet<string> = new Set(['millrace.engine', 'millrace.reuse']);

/** Settings that name Java code, or let texts of queries become what nobody has looked at. */
const deciding = /^spark\.sql\.(catalog|artifact|variable)\.|(class|classes|extensions|listeners|plugins)$/i;

/** Why a run cannot have a setting; undefined where Spark may be asked for it. */
function refusalOf(key: string): string | undefined {
  if (deciding.test(key)) return 'is not for one run to set: it decides what code Spark runs';
  if (key.startsWith('spark.sql.')) return undefined;
  if (!key.startsWith('spark.')) return 'is no setting of Spark';
  return 'cannot be set for one run: Spark reads it when it starts (MILLRACE_ENGINE_MEMORY sets the memory of engines)';
}

/** Reads `sparkConfig` and `libJars` of a run. `noJars` says why it may have no jars, where that is so. */
export function askedOfSpark({ sparkConfig, libJars }: Given, noJars?: string): AskedOfSpark {
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

/** True where a run asks for what only Spark can give. */
export function needsSpark(given: Given): boolean {
  const { config, jars } = askedOfSpark(given);
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
        `sparkConfig: ${option} is an option of spark-submit, which a run does without: give settings as key=value, and jars in libJars`,
      );
    else yield { key: key1 ?? key2 ?? key3 ?? '', value: (value1 ?? value2 ?? unquoted(value3 ?? '')).trim() };
  }
  const rest = text
    .replaceAll(entry, ' ')
    .replaceAll(/[\s,;]+/g, ' ')
    .trim();
  if (rest !== '') warnings.push(`sparkConfig: "${rest}" is no setting: write key=value`);
}

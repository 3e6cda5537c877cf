import type { CsvFacts, CsvFormat, CsvQuirk } from '../contract/csv-facts.ts';
import { isAscii } from './_delimited-lines.ts';
import type { OutputColumn } from '../kit/type-fields.ts';
import type { Location } from '../contract/files.ts';
import { unverifiedPattern } from '../kit/text-value.ts';

/** What Sail reads in another way than Spark. Other quirks were seen to be read the same. */
const differences: Partial<Record<CsvQuirk, string>> = {
  'escaped-escapes': 'escape characters before something else than a quote',
  'lone-escapes': 'escape characters before something else than a quote',
  'loose-quotes': 'quotes inside cells that are not escaped',
  'unclosed-quotes': 'a quote that is not closed',
  'blank-lines': 'lines of blanks alone',
  'bad-bytes': 'bytes that are not UTF-8',
};

interface Read extends CsvFormat {
  readonly location: Location;
  readonly facts: CsvFacts | undefined;
  /** Lines that are cut in the plan where Sail's csv reader does not do. */
  readonly plain: boolean;
  readonly ragged: boolean;
  readonly columns: readonly OutputColumn[] | undefined;
  readonly options: Readonly<Record<string, string>>;
  readonly fileNames: boolean;
  readonly inferred: boolean;
}

/** Why Sail may give other rows than Spark for this text, each reason in words; undefined if it is known to agree. */
export function unverifiedText({
  location,
  facts,
  plain,
  ragged,
  columns,
  options,
  fileNames,
  inferred,
  ...format
}: Read): string | undefined {
  const quirks = new Set(facts?.quirks);
  const patterns = (columns ?? []).flatMap(({ type, format: pattern }) =>
    pattern !== undefined && (type.kind === 'date' || type.kind === 'timestamp') ? [unverifiedPattern(pattern)] : [],
  );
  const reasons = [
    facts === undefined ? 'text that could not be looked at' : undefined,
    ...[...quirks].filter((quirk) => !plain || quirk !== 'blank-lines').map((quirk) => differences[quirk]),
    quirks.has('multi-line') && quirks.has('carriage-returns') && facts?.lineEnd === undefined
      ? 'lines that end in different ways, with cells of several lines'
      : undefined,
    ragged && !plain ? 'rows of different length' : undefined,
    plain || isAscii(format.delimiter) ? undefined : 'a delimiter of several characters or beyond ASCII',
    isAscii(format.quote) && isAscii(format.escape) ? undefined : 'a quote or escape beyond ASCII',
    /^utf-8$/i.test(format.encoding ?? 'UTF-8') ? undefined : `text in ${format.encoding}`,
    location.partitions.length > 0 ? 'columns in the names of folders' : undefined,
    fileNames ? 'names of input files' : undefined,
    inferred ? 'inferred types' : undefined,
    ...patterns,
    ...Object.keys(options).map((name) => `the reader's option "${name}"`),
  ].filter((reason) => reason !== undefined);
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join(', ');
}

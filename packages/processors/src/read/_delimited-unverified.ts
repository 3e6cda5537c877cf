import { inputFileNames, partitionFolders, readerOption } from './_unverified.ts';
import type { CsvFacts, CsvFormat, CsvQuirk } from '../contract/csv-facts.ts';
import { isAscii } from './_delimited-lines.ts';
import type { OutputColumn } from '../kit/type-fields.ts';
import type { Location } from '../contract/files.ts';
import { unverifiedPattern } from '../kit/text-value.ts';

/** What Sail reads in another way than Spark. Other quirks were seen to be read the same. */
const differences: Partial<Record<CsvQuirk, string>> = {
  'escaped-escapes': 'escape characters before a character other than a quote',
  'lone-escapes': 'escape characters before a character other than a quote',
  'loose-quotes': 'unescaped quotes inside cells',
  'unclosed-quotes': 'an unclosed quote',
  'blank-lines': 'lines of only whitespace',
  'bad-bytes': 'bytes that are not valid UTF-8',
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
    facts === undefined ? 'text that could not be inspected' : undefined,
    ...[...quirks].filter((quirk) => !plain || quirk !== 'blank-lines').map((quirk) => differences[quirk]),
    quirks.has('multi-line') && quirks.has('carriage-returns') && facts?.lineEnd === undefined
      ? 'mixed line endings with multi-line cells'
      : undefined,
    ragged && !plain ? 'rows with different numbers of cells' : undefined,
    plain || isAscii(format.delimiter) ? undefined : 'a multi-character or non-ASCII delimiter',
    isAscii(format.quote) && isAscii(format.escape) ? undefined : 'a non-ASCII quote or escape character',
    /^utf-8$/i.test(format.encoding ?? 'UTF-8') ? undefined : `text in ${format.encoding}`,
    location.partitions.length > 0 ? partitionFolders : undefined,
    fileNames ? inputFileNames : undefined,
    inferred ? 'inferred types' : undefined,
    ...patterns,
    ...Object.keys(options).map(readerOption),
  ].filter((reason) => reason !== undefined);
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join(', ');
}

import type { PreviewRequest, DatasetRecord, DatasetToSave, SchemaColumn, FilePreview } from '../../api/datasets.ts';
import { nameOf } from '../files/paths.ts';

/** A dataset in a form, valid or not. Blank values are inferred. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly project: string;
  readonly path: string;
  readonly kind: string;
  readonly header: '' | 'yes' | 'no';
  readonly delimiter: string;
  readonly linesWithout: string;
  /** Options of the reader by name; blank ones are not set. */
  readonly options: Readonly<Record<string, string>>;
  /** Absent: as inferred. */
  readonly columns: readonly SchemaColumn[];
  /** The version that was changed; 0 for a new dataset. */
  readonly version: number;
}

export const newDraft: Draft = {
  name: '',
  description: '',
  category: '',
  project: '',
  path: '',
  kind: '',
  header: '',
  delimiter: '',
  linesWithout: '',
  options: {},
  columns: [],
  version: 0,
};

export const draftOf = (record: DatasetRecord): Draft => ({
  name: record.name,
  description: record.description,
  category: record.category ?? '',
  project: String(record.projectId),
  path: record.path,
  kind: record.datasetType,
  header: record.header ? 'yes' : 'no',
  delimiter: record.delimiter,
  linesWithout: record.filterLinesContaining ?? '',
  options: optionsIn(record.readOptions),
  columns: record.schemaModel.schemaColList,
  version: record.version,
});

function optionsIn(text: string | null): Record<string, string> {
  try {
    const parsed = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  } catch {
    // records of other clients may be written differently; the service has accepted them
    return {};
  }
}

const optionsSet = ({ options }: Pick<Draft, 'options'>): string => {
  const set = Object.entries(options).filter(([, value]) => value !== '');
  return set.length === 0 ? '' : JSON.stringify(Object.fromEntries(set));
};

/** Kinds whose rows are split at delimiters: the dataset determines names and types of their columns. */
export const isDelimited = (kind: string): boolean => kind === 'CSV' || kind === 'TSV';

/** The options of a draft for reading its files; the columns are the inferred ones. */
export function previewRequestOf(draft: Draft): PreviewRequest {
  const { path, kind, header, delimiter, linesWithout } = draft;
  return {
    path: path.trim(),
    readOptions: optionsSet(draft),
    ...(kind === '' ? {} : { datasetType: kind }),
    ...(header === '' ? {} : { header: header === 'yes' }),
    ...(delimiter === '' ? {} : { delimiter }),
    ...(linesWithout === '' ? {} : { filterLinesContaining: linesWithout }),
  };
}

/** A dataset is named after its file, without endings, if no name is given. */
export const nameFor = ({ name, path }: Draft): string => name.trim() || stemOf(nameOf(path.replace(/\/+$/, '')));

const stemOf = (file: string): string => file.replace(/(?<=.)(\.[a-z]\w{0,7}){1,2}$/i, '');

/** The request body; blank values are as inferred. */
export function bodyOf(draft: Draft, preview: FilePreview | undefined, id?: number): DatasetToSave {
  const columns = columnsOf(draft, preview);
  const { path, category, description, linesWithout, project, version } = draft;
  return {
    ...(id === undefined ? {} : { id, version }),
    name: nameFor(draft),
    path: path.trim(),
    category: category.trim(),
    description,
    ...(project === '' ? {} : { projectId: Number(project) }),
    datasetType: kindOf(draft, preview),
    header: draft.header === '' ? (preview?.header ?? false) : draft.header === 'yes',
    delimiter: draft.delimiter || preview?.delimiter || ',',
    filterLinesContaining: linesWithout === '' ? null : linesWithout,
    readOptions: optionsSet({ options: { ...optionsIn(preview?.readOptions ?? null), ...draft.options } }) || null,
    datasetSchema: JSON.stringify({
      colNames: columns.map(({ colName }) => colName),
      colTypes: columns.map(({ colType }) => colType),
      colFormats: columns.map(({ colFormat }) => colFormat),
      colMLTypes: columns.map(({ colMLType }) => colMLType),
    }),
  };
}

export const kindOf = (draft: Draft, preview: FilePreview | undefined): string =>
  draft.kind || (preview?.datasetType ?? '');

export const columnsOf = (draft: Draft, preview: FilePreview | undefined): readonly SchemaColumn[] =>
  draft.columns.length > 0 ? draft.columns : (preview?.schemaColList ?? []);

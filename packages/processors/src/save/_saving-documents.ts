import { functions as F, typeName, types, type Column, type DataType, type StructType } from '@millrace/spark-connect';
import { asText, castOrNull } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, flag, layout, path, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import type { FieldValues } from '../contract/fields.ts';
import { numbered } from '../kit/order.ts';
import { table } from '../kit/examples.ts';
import type { Context } from '../contract/context.ts';
import type { Example } from '../contract/examples.ts';
import type { DocumentFormat, DocumentLayout, Outcome } from '../contract/results.ts';
import { saveModes } from './_saving.ts';

/** The fields that every saver of documents has. `fallbackName`: what documents are called that no row names. */
export const documentFields = (fallbackName: string) => ({
  outputPath: path({ title: 'Path', description: 'A folder; the documents are written into it', writes: 'by-mode' }),
  content: column({ required: true, title: 'Column of the text' }),
  saveMode: choice(['Overwrite', 'ErrorIfExists', 'Ignore'], {
    default: 'Overwrite',
    title: 'If there is something already',
  }),
  'System Prompt': layout(),
  generic_file_name: text({ default: fallbackName, title: 'File name where no column gives one' }),
  saveOption: choice(['ALL', 'PERFILE', 'NONE'], {
    default: 'ALL',
    widget: 'enum',
    title: 'Documents',
    description: 'ALL: one document; PERFILE: one a file name, or a row; NONE: one a page number',
  }),
  fileNameCol: column({ title: 'Column of the file name' }),
  pageNumberCol: column({ title: 'Column of the page number' }),
  translateFileName: flag({ default: false, title: 'File names in ASCII' }),
});

type DocumentFields = FieldValues<ReturnType<typeof documentFields>>;
type DocumentContext = Pick<Context<{}>, 'input' | 'schema' | 'engine'> & { readonly fields: DocumentFields };

/** What all savers of documents do, for their descriptions. */
export const documentsDescription =
  'ALL makes one document of all rows, under the generic file name. PERFILE makes one of the rows of each file name; without a column of file names, one of each row, numbered. NONE makes one of the rows of each page number, which its name ends with; rows without one come under the generic name alone. Rows follow each other by the whole number in the page number column, those without one last, else as they come; a new page number begins a new page. A null text adds nothing. Of a file name the last part of its path counts, without the ending of a known kind of document; characters that file systems refuse become _, names that are empty or point elsewhere become the generic one, and of names that meet the later ones get a number. File names in ASCII are spelled in Latin letters without accents (Göteborg: Goteborg). Without rows ALL writes an empty document, the others an empty folder. The target changes only when the whole run has ended well. The input goes on unchanged.';

/** Hands the input on and describes the documents; the runner writes them once all nodes have ended well. */
export function savedDocuments(context: DocumentContext, format: DocumentFormat): Outcome {
  const { input, fields, engine } = context;
  const { outputPath, saveMode, generic_file_name: fallbackName, translateFileName: ascii } = fields;
  const per = unitOfDocument(fields);
  const columns = columnsOf(context, per);
  const rows = input.select(...columns.map(({ name, value }) => value.alias(name)));
  const keys = columns.filter(({ sorted }) => sorted).map(({ name }) => F.columnNamed(name).ascNullsLast());
  const inOrder = () => {
    const schema = types.struct(columns.map(({ name }) => types.field(name, types.string)));
    const { rows: known, position } = numbered(rows, schema, engine);
    return known.orderBy(...keys, position);
  };
  return {
    outputs: [input],
    saves: [
      {
        data: keys.length === 0 ? rows : inOrder(),
        format,
        path: outputPath,
        mode: saveModes[saveMode],
        documents: { per, fallbackName, ascii },
      },
    ],
  };
}

function unitOfDocument({ saveOption, fileNameCol, pageNumberCol }: DocumentFields): DocumentLayout['per'] {
  if (saveOption === 'ALL') return 'all';
  if (saveOption === 'PERFILE') return fileNameCol === undefined ? 'row' : 'name';
  if (pageNumberCol === undefined)
    throw new FieldError(
      'pageNumberCol',
      'documents are to be made by page number, and "pageNumberCol" names no column',
      'choose the column of the page number, or another "saveOption"',
    );
  return 'page';
}

interface DocumentColumn {
  readonly name: string;
  readonly value: Column;
  /** True if the rows are put in order by it, before those that follow. */
  readonly sorted: boolean;
}

function columnsOf({ schema, fields, engine }: DocumentContext, per: DocumentLayout['per']): DocumentColumn[] {
  const content = plainColumn(schema, fields.content, 'content');
  const columns: DocumentColumn[] = [
    { name: 'content', value: asText(content.value, content.type, engine), sorted: false },
  ];
  if (per === 'name' && fields.fileNameCol !== undefined) {
    const { value, type } = plainColumn(schema, fields.fileNameCol, 'fileNameCol');
    columns.push({ name: 'name', value: F.coalesce(asText(value, type, engine), F.lit('')), sorted: true });
  }
  if (fields.pageNumberCol !== undefined) {
    const { value, type } = plainColumn(schema, fields.pageNumberCol, 'pageNumberCol');
    const number = { from: type, to: types.long, name: fields.pageNumberCol, field: 'pageNumberCol', engine };
    columns.push(
      { name: 'number', value: castOrNull(value, number), sorted: true },
      { name: 'page', value: asText(value, type, engine), sorted: true },
    );
  }
  return columns;
}

const unlikeText: readonly DataType['kind'][] = ['array', 'map', 'struct', 'binary', 'variant', 'interval'];

function plainColumn(schema: StructType, name: string, field: string): { value: Column; type: DataType } {
  const found = requireColumn(schema, name, field);
  if (unlikeText.includes(found.type.kind))
    throw new FieldError(
      field,
      `"${field}" names the column "${found.name}" of type ${typeName(found.type)}, which documents have no text for`,
      'make it text before this node',
    );
  return { value: F.columnNamed(found.name), type: found.type };
}

/** Examples that hold for every saver of documents. */
export function documentExamples(format: DocumentFormat, fallbackName: string): readonly Example[] {
  const all = { per: 'all', fallbackName, ascii: false } as const;
  const pages = table('file string, page int, text string', [
    ['b/Göteborg.pdf', 2, 'zwei'],
    ['b/Göteborg.pdf', 1, 'eins'],
    [null, null, null],
  ]);
  const columns = { content: 'text', fileNameCol: 'file', pageNumberCol: 'page' };
  return [
    {
      name: 'one document of all rows unless told otherwise; a null adds nothing',
      fields: { outputPath: 'out/letters', content: 'text' },
      input: table('text string', [['Göteborg, Ελλάδα, Київ'], [null]]),
      output: table('text string', [['Göteborg, Ελλάδα, Київ'], [null]]),
      saves: [{ format, path: 'out/letters', mode: 'overwrite', documents: all }],
    },
    {
      name: 'a document a file name, its pages in order, names in ASCII',
      fields: { outputPath: 'out', saveOption: 'PERFILE', saveMode: 'Ignore', translateFileName: 'true', ...columns },
      input: pages,
      output: pages,
      saves: [{ format, path: 'out', mode: 'ignore', documents: { ...all, per: 'name', ascii: true } }],
    },
    {
      name: 'a document a page number, under a name of one’s own',
      fields: { outputPath: 'out', saveOption: 'NONE', generic_file_name: 'page', ...columns },
      input: pages,
      output: pages,
      saves: [
        { format, path: 'out', mode: 'overwrite', documents: { per: 'page', fallbackName: 'page', ascii: false } },
      ],
    },
    {
      name: 'a document a row where no column names it; numbers are text too',
      fields: { outputPath: 'out', content: 'n', saveOption: 'PERFILE' },
      input: table('n double', [[1.5], [null]]),
      output: table('n double', [[1.5], [null]]),
      saves: [{ format, path: 'out', mode: 'overwrite', documents: { ...all, per: 'row' } }],
    },
    {
      name: 'no rows are saved too, so that the target exists',
      fields: { outputPath: 'out', content: 'text', saveMode: 'ErrorIfExists' },
      input: table('text string', []),
      output: table('text string', []),
      saves: [{ format, path: 'out', mode: 'error', documents: all }],
    },
    {
      name: 'grouping by page number needs its column',
      fields: { outputPath: 'out', content: 'text', saveOption: 'NONE' },
      input: table('text string', []),
      error: '"pageNumberCol" names no column',
    },
    {
      name: 'lists have no text',
      fields: { outputPath: 'out', content: 'texts' },
      input: table('texts array<string>', []),
      error: 'the column "texts" of type array<string>, which documents have no text for',
    },
    {
      name: 'a date is no page number',
      fields: { outputPath: 'out', content: 'text', pageNumberCol: 'day' },
      input: table('text string, day date', []),
      error: 'cannot cast column "day" from DATE to BIGINT in field "pageNumberCol"',
    },
  ];
}

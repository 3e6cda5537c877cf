import { functions as F, types, type Column, type DataType, type StructType } from '@millrace/spark-connect';
import { asText, castOrNull } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, flag, layout, path, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { wrongType } from '../kit/wrong-type.ts';
import type { FieldValues } from '../contract/fields.ts';
import { numberRows } from '../kit/order.ts';
import { table } from '../kit/examples.ts';
import type { Context } from '../contract/context.ts';
import type { Example } from '../contract/examples.ts';
import type { DocumentFormat, DocumentLayout, Outcome } from '../contract/results.ts';
import { saveModes, writtenAtEnd } from './_saving.ts';

/** The fields that every saver of documents has. `fallbackName`: what documents are called that no row names. */
export const documentFields = (fallbackName: string) => ({
  outputPath: path({ title: 'Path', description: 'Folder for the documents', writes: 'by-mode' }),
  content: column({ required: true, title: 'Text column' }),
  saveMode: choice(['Overwrite', 'ErrorIfExists', 'Ignore'], {
    default: 'Overwrite',
    title: 'If the path exists',
  }),
  'System Prompt': layout(),
  generic_file_name: text({ default: fallbackName, title: 'Default file name' }),
  saveOption: choice(['ALL', 'PERFILE', 'NONE'], {
    default: 'ALL',
    widget: 'enum',
    title: 'Documents',
    description:
      'ALL: one document; PERFILE: one per file name, or per row without a file name column; NONE: one per page number',
  }),
  fileNameCol: column({ title: 'File name column' }),
  pageNumberCol: column({ title: 'Page number column' }),
  translateFileName: flag({ default: false, title: 'ASCII file names' }),
});

type DocumentFields = FieldValues<ReturnType<typeof documentFields>>;
type DocumentContext = Pick<Context<{}>, 'input' | 'schema' | 'engine'> & { readonly fields: DocumentFields };

/** What all savers of documents do, for their descriptions. */
export const documentsDescription = `ALL writes one document of all rows, under the default file name. PERFILE writes one document per file name; without a file name column, one numbered document per row. NONE writes one document per page number, with the number at the end of its name; rows without a page number go to a document with the default name. Rows are sorted by the whole number in the page number column, rows without one last; without that column they keep their order. A new page number starts a new page. A null text adds nothing. Of a file name, only the last part of its path is used, without the extension of a known document type; characters that file systems do not allow become _, names that are empty or point elsewhere become the default name, and repeated names get a number. ASCII file names are spelled in Latin letters without accents (Göteborg becomes Goteborg). Without rows, ALL writes an empty document and the other options write an empty folder. ${writtenAtEnd}`;

/** Hands the input on and describes the documents; the runner writes them once all nodes have ended well. */
export function saveDocuments(context: DocumentContext, format: DocumentFormat): Outcome {
  const { input, fields, engine } = context;
  const { outputPath, saveMode, generic_file_name: fallbackName, translateFileName: ascii } = fields;
  const per = unitOfDocument(fields);
  const columns = columnsOf(context, per);
  const rows = input.select(...columns.map(({ name, value }) => value.alias(name)));
  const keys = columns.filter(({ sorted }) => sorted).map(({ name }) => F.columnNamed(name).ascNullsLast());
  const inOrder = () => {
    const schema = types.struct(columns.map(({ name }) => types.field(name, types.string)));
    const { rows: numberedRows, position } = numberRows(rows, schema, engine);
    return numberedRows.orderBy(...keys, position);
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
      'field "pageNumberCol" is required if field "saveOption" is NONE',
      'choose the page number column, or another value of field "saveOption"',
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
  const column = requireColumn(schema, name, field);
  if (unlikeText.includes(column.type.kind))
    throw wrongType(column, field, 'must be convertible to text', 'convert the column to text before this node');
  return { value: F.columnNamed(column.name), type: column.type };
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
      name: 'writes one document of all rows by default; a null adds nothing',
      fields: { outputPath: 'out/letters', content: 'text' },
      input: table('text string', [['Göteborg, Ελλάδα, Київ'], [null]]),
      output: table('text string', [['Göteborg, Ελλάδα, Київ'], [null]]),
      saves: [{ format, path: 'out/letters', mode: 'overwrite', documents: all }],
    },
    {
      name: 'writes one document per file name with pages in order and ASCII names',
      fields: { outputPath: 'out', saveOption: 'PERFILE', saveMode: 'Ignore', translateFileName: 'true', ...columns },
      input: pages,
      output: pages,
      saves: [{ format, path: 'out', mode: 'ignore', documents: { ...all, per: 'name', ascii: true } }],
    },
    {
      name: 'writes one document per page number under a chosen name',
      fields: { outputPath: 'out', saveOption: 'NONE', generic_file_name: 'page', ...columns },
      input: pages,
      output: pages,
      saves: [
        { format, path: 'out', mode: 'overwrite', documents: { per: 'page', fallbackName: 'page', ascii: false } },
      ],
    },
    {
      name: 'writes one document per row without a file name column; numbers become text',
      fields: { outputPath: 'out', content: 'n', saveOption: 'PERFILE' },
      input: table('n double', [[1.5], [null]]),
      output: table('n double', [[1.5], [null]]),
      saves: [{ format, path: 'out', mode: 'overwrite', documents: { ...all, per: 'row' } }],
    },
    {
      name: 'saves no rows too, so that the target exists',
      fields: { outputPath: 'out', content: 'text', saveMode: 'ErrorIfExists' },
      input: table('text string', []),
      output: table('text string', []),
      saves: [{ format, path: 'out', mode: 'error', documents: all }],
    },
    ...rejections,
  ];
}

const rejections: readonly Example[] = [
  {
    name: 'rejects one document per page number without its column',
    fields: { outputPath: 'out', content: 'text', saveOption: 'NONE' },
    input: table('text string', []),
    error: 'field "pageNumberCol" is required if field "saveOption" is NONE',
  },
  {
    name: 'rejects a list as text',
    fields: { outputPath: 'out', content: 'texts' },
    input: table('texts array<string>', []),
    error: 'column "texts" in field "content" has type ARRAY<STRING>: must be convertible to text',
  },
  {
    name: 'rejects a date as page number',
    fields: { outputPath: 'out', content: 'text', pageNumberCol: 'day' },
    input: table('text string, day date', []),
    error: 'cannot cast column "day" from DATE to BIGINT in field "pageNumberCol"',
  },
];

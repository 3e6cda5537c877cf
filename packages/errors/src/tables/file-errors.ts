import type { ErrorRules, NoParams } from '../rule.ts';

interface OfFile {
  /** As the user knows it. */
  readonly file: string;
}
interface OfFormat extends OfFile {
  /** With its article, such as `a Parquet file`. */
  readonly format: string;
}
interface OfContent extends OfFile {
  /** What the content is instead, such as `a PDF`. */
  readonly content: string;
}
interface OfReason extends OfFile {
  readonly reason: string;
}

/** Parameters of errors about the content of files. */
export interface FileErrorParams {
  'text-file-too-large': OfFile;
  'value-file-too-large': OfFile;
  'wrong-format': OfFormat;
  'format-damaged': OfFormat;
  'not-utf8': OfContent;
  'file-not-text': OfContent;
  'delimited-text-not-utf8': OfContent;
  'not-delimited-text': OfContent;
  'line-too-long': OfFile;
  'row-too-wide': OfFile & { readonly limit: number };
  'file-not-decompressed': OfFile;
  'parquet-footer-damaged': OfReason;
  'parquet-footer-too-large': OfReason;
  'file-read-stopped': OfFile;
  'pdf-read-stopped': NoParams;
  'pdf-unreadable': OfReason;
  'pdf-python-missing': NoParams;
  'pdf-python-broken': { readonly reason: string; readonly toolchain: string };
}

const runAgain = (): string => 'run it again';
const otherReader = (): string => 'choose another file, or the reader for its format';
const notText = ({ file, content }: OfContent): string => `file "${file}" is not text but ${content}`;

export const fileErrors: ErrorRules<FileErrorParams> = {
  'text-file-too-large': {
    code: 'TOO_LARGE',
    message: ({ file }) => `file "${file}" is larger than 16 MB, the limit for this use`,
    remedy: () => 'choose a smaller file',
  },
  'value-file-too-large': {
    code: 'TOO_LARGE',
    message: ({ file }) => `file "${file}" is larger than 256 MB, the limit for a file that is read as one value`,
    remedy: () => 'choose a reader that reads it line by line, or smaller files',
  },
  'wrong-format': {
    code: 'WRONG_KIND',
    message: ({ file, format }) => `file "${file}" is not ${format}`,
    remedy: otherReader,
  },
  'format-damaged': {
    code: 'WRONG_KIND',
    message: ({ file, format }) => `file "${file}" is ${format} that is truncated or damaged`,
    remedy: otherReader,
  },
  'not-utf8': {
    code: 'WRONG_KIND',
    message: ({ file, content }) => `file "${file}" is ${content}, not UTF-8`,
    remedy: () => 'set field "encoding" to UTF-16 if the reader has it, or save the file as UTF-8',
  },
  'file-not-text': { code: 'WRONG_KIND', message: notText, remedy: otherReader },
  'delimited-text-not-utf8': {
    code: 'NOT_TEXT',
    message: ({ file, content }) => `file "${file}" is not delimited text but ${content}`,
    remedy: () => 'set field "encoding" to UTF-16, or save the file as UTF-8',
  },
  'not-delimited-text': {
    code: 'NOT_TEXT',
    message: ({ file, content }) => `file "${file}" is not delimited text but ${content}`,
    remedy: () => 'choose a text file, or the reader for its format',
  },
  'line-too-long': {
    code: 'LINE_TOO_LONG',
    message: ({ file }) => `file "${file}" has a line longer than 64 MB`,
    remedy: () => 'check that it is text with line breaks',
  },
  'row-too-wide': {
    code: 'ROW_TOO_WIDE',
    message: ({ file, limit }) => `file "${file}" has a row with more than ${limit.toLocaleString('en')} cells`,
    remedy: () => 'check the delimiter, and that the lines end where they should',
  },
  'file-not-decompressed': {
    code: 'NOT_UNPACKED',
    message: ({ file }) => `file "${file}" cannot be decompressed`,
    remedy: () => 'check that the file is complete and that its extension names its compression',
  },
  'parquet-footer-damaged': {
    code: 'WRONG_KIND',
    message: ({ file, reason }) =>
      `file "${file}" is a Parquet file that is truncated or damaged: of its footer, ${reason}`,
    remedy: () => 'choose another file, or write it again',
  },
  'parquet-footer-too-large': {
    code: 'TOO_LARGE',
    message: ({ file, reason }) => `the footer of the Parquet file "${file}" is too large to read: ${reason}`,
    remedy: () => 'write the file again with fewer columns, or as several files',
  },
  'file-read-stopped': {
    code: 'STOPPED',
    message: ({ file }) => `file "${file}" was not read to the end because the run was stopped`,
    remedy: runAgain,
  },
  'pdf-read-stopped': {
    code: 'STOPPED',
    message: () => 'the PDF files were not read to the end because the run was stopped',
    remedy: runAgain,
  },
  'pdf-unreadable': {
    code: 'PDF_UNREADABLE',
    message: ({ file, reason }) => `file "${file}" cannot be read as a PDF: ${reason}`,
    remedy: () => 'check that the files are PDFs without a password, and split large ones',
  },
  'pdf-python-missing': {
    code: 'PYTHON_MISSING',
    message: () => 'the Python environment that reads PDFs is not set up',
    remedy: () => 'run: npm run setup',
  },
  'pdf-python-broken': {
    code: 'PYTHON_MISSING',
    message: ({ reason }) => `the Python environment that reads PDFs is not set up: ${reason}`,
    remedy: ({ toolchain }) => `delete ${toolchain} and run: npm run setup`,
  },
};

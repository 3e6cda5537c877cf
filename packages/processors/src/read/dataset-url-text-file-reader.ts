import { functions as F } from '@millrace/spark-connect';
import { url } from '../kit/fields.ts';
import { addresses } from './_locate.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const datasetUrlTextFileReader = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetUrlTextFileReader',
  name: 'URL Text File Reader',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads the text at an http or https URL into the column lines, one row per line, empty lines included. Lines may end with \\n, \\r\\n or \\r. The character set is that of the byte order mark, otherwise the one that the server declares, otherwise UTF-8. Invalid bytes become the replacement character and give a warning. The URL is fetched once per run.',
  fields: { url: url({ title: 'URL', description: 'For example https://example.org/data.txt' }) },
  examples: [
    {
      name: 'gives one row per line, with spaces and empty lines',
      fields: { url: 'http://localhost/a.txt' },
      pages: { '/a.txt': 'one\n two \r\n\nthree\rfour, "日本"' },
      output: table('lines string', [['one'], [' two '], [''], ['three'], ['four, "日本"']]),
      ordered: true,
    },
    {
      name: 'uses the character set that the server declares, and follows a redirect',
      fields: { url: 'http://localhost/old' },
      pages: {
        '/old': { status: 301, headers: { location: '/new' } },
        '/new': {
          headers: { 'content-type': 'text/plain; charset=ISO-8859-1' },
          body: Uint8Array.from([0xc4, 0x72, 0x67, 0x65, 0x72, 0x0a, 0xdf]),
        },
      },
      output: table('lines string', [['Ärger'], ['ß']]),
      ordered: true,
    },
    {
      name: 'replaces invalid bytes with a warning',
      fields: { url: 'http://localhost/a.txt' },
      pages: { '/a.txt': { body: Uint8Array.from([0x61, 0xff, 0x62]) } },
      output: table('lines string', [['a\ufffdb']]),
      warnings: ['contains bytes that are not text in utf-8'],
    },
    {
      name: 'an empty text gives no rows',
      fields: { url: 'http://localhost/empty' },
      pages: { '/empty': '' },
      output: table('lines string', []),
    },
    {
      name: 'rejects a missing page and names it',
      fields: { url: 'http://localhost/no.txt?token=secret' },
      pages: {},
      error: '/no.txt?token=***" answers with status 404 Not Found',
    },
  ],
  async run({ fields, session, engine, files }) {
    const { location, warnings } = await files.url(fields.url, 'url');
    const text = session.read.text(...addresses(location.paths, engine));
    return { outputs: [text.select(F.columnNamed('value').alias('lines'))], warnings };
  },
});

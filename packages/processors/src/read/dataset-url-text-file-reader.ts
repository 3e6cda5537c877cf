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
    'Reads the text at a URL of http or https, one row a line, in the column lines. Empty lines are rows too; line ends of all systems count. The character set is that of a byte order mark, else the one that the server names, else UTF-8; bytes that are none of its characters become the replacement character, and a warning says so. The URL is fetched once a run.',
  fields: { url: url({ title: 'URL', description: 'Such as https://example.org/data.txt' }) },
  examples: [
    {
      name: 'one row a line, blanks and empty lines kept',
      fields: { url: 'http://localhost/a.txt' },
      pages: { '/a.txt': 'one\n two \r\n\nthree\rfour, "日本"' },
      output: table('lines string', [['one'], [' two '], [''], ['three'], ['four, "日本"']]),
      ordered: true,
    },
    {
      name: 'the character set that the server names; a redirect is followed',
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
      name: 'bytes that are no characters are replaced, and a warning says so',
      fields: { url: 'http://localhost/a.txt' },
      pages: { '/a.txt': { body: Uint8Array.from([0x61, 0xff, 0x62]) } },
      output: table('lines string', [['a\ufffdb']]),
      warnings: ['holds what is no text in utf-8'],
    },
    {
      name: 'an empty text has no rows',
      fields: { url: 'http://localhost/empty' },
      pages: { '/empty': '' },
      output: table('lines string', []),
    },
    {
      name: 'a page that is not there is named',
      fields: { url: 'http://localhost/no.txt?token=secret' },
      pages: {},
      error: '/no.txt?token=***" answers 404 Not Found',
    },
  ],
  async run({ fields, session, engine, files }) {
    const { location, warnings } = await files.url(fields.url, 'url');
    const text = session.read.text(...addresses(location.paths, engine));
    return { outputs: [text.select(F.columnNamed('value').alias('lines'))], warnings };
  },
});

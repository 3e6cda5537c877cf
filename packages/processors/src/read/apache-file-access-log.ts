import { functions as F, types, type Column } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { addresses, unorderedFiles } from './_locate.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { textValue } from '../kit/text-value.ts';
import { tryCast } from '../kit/text-cast.ts';

/** Client, identity, user, time, request, status, size; more (referrer, agent) may follow. Source: Apache httpd, "Log Files". */
const line =
  '^([^ ]+) ([^ ]+) ([^ ]+) \\[([0-9]{1,2}/[A-Za-z]{3}/[0-9]{4}:[^\\]]*)\\] "((?:[^"\\\\]|\\\\.)*)" ([0-9]{3}) ([0-9]+|-)( .*)?$';
const request = '^([^ ]+) (.*?)(?: (HTTP/[^ ]+))?$';
const time = { name: 'dateTime', type: types.timestamp, format: 'd/MMM/yyyy:H:m:s Z' };

const schema =
  'ipAddress string, clientId string, userId string, dateTime timestamp, method string, endpoint string, protocol string, responseCode int, contentSize bigint';

export const apacheFileAccessLog = processor({
  nodeClass: 'fire.nodes.logs.NodeApacheFileAccessLog',
  name: 'ApacheLogs',
  type: 'dataset',
  category: 'Data-Preparation/Parsing',
  description:
    'Reads Apache access logs in the common or combined format, one row per line: ipAddress, clientId, userId, dateTime (in UTC), method, endpoint, protocol, responseCode, contentSize. A dash becomes null. Lines in any other format are added to the rejected rows.',
  fields: { path: text({ default: 'path', kind: 'path' }) },
  examples: [
    {
      name: 'reads the common format: times of any zone become instants, dashes become null',
      fields: { path: 'access.log' },
      files: {
        'access.log':
          '64.242.88.10 - - [07/Mar/2004:16:05:49 -0800] "GET /a?b=c HTTP/1.1" 401 12846\n::1 id bob [29/Feb/2024:00:00:00 +0000] "POST / HTTP/2" 304 -\n',
      },
      output: table(schema, [
        ['64.242.88.10', null, null, '2004-03-08T00:05:49Z', 'GET', '/a?b=c', 'HTTP/1.1', 401, 12846n],
        ['::1', 'id', 'bob', '2024-02-29T00:00:00Z', 'POST', '/', 'HTTP/2', 304, null],
      ]),
    },
    {
      name: 'reads the combined format, requests with quotes and spaces or without a protocol; rejects other lines',
      fields: { path: 'logs' },
      files: {
        'logs/1.log':
          'h - - [01/Jan/2024:10:00:00 +0100] "GET /a b\\"c HTTP/1.0" 200 5 "http://x/" "Agent 1.0"\nh - - [01/Jan/2024:10:00:00 +0100] "GET /old" 200 1\n\nnothing of the kind\n',
      },
      output: table(schema, [
        ['h', null, null, '2024-01-01T09:00:00Z', 'GET', '/a b\\"c', 'HTTP/1.0', 200, 5n],
        ['h', null, null, '2024-01-01T09:00:00Z', 'GET', '/old', null, 200, 1n],
      ]),
      rejected: table('_rejected array<string>, line string', [[['line format'], 'nothing of the kind']]),
    },
    {
      name: 'an empty log gives no rows',
      fields: { path: 'a.log' },
      files: { 'a.log': '' },
      output: table(schema, []),
    },
  ],
  async run({ fields, ...context }) {
    const location = await context.files.input(fields.path, 'lines');
    const value = F.columnNamed('value');
    const lines = context.session.read
      .text(...addresses(location.paths, context.engine))
      .select('value')
      .filter(F.trim(value).notEq(''));
    const unordered = unorderedFiles(location);
    const part = (text: Column, pattern: string, group: number): Column => {
      const groupText = F.call('regexp_extract', text, pattern, group);
      return F.when(groupText.notEq('').and(groupText.notEq('-')), groupText);
    };
    const of = (group: number): Column => part(value, line, group);
    const requestLine = of(5);
    const rows = lines
      .filter(value.rlike(line))
      .select(
        of(1).alias('ipAddress'),
        of(2).alias('clientId'),
        of(3).alias('userId'),
        textValue(of(4), time, { ...context, field: 'path' }).alias('dateTime'),
        part(requestLine, request, 1).alias('method'),
        part(requestLine, request, 2).alias('endpoint'),
        part(requestLine, request, 3).alias('protocol'),
        tryCast(of(6), types.string, types.integer, context.engine).alias('responseCode'),
        tryCast(of(7), types.string, types.long, context.engine).alias('contentSize'),
      );
    const others = lines
      .filter(value.rlike(line).not())
      .select(F.call('array', 'line format').alias('_rejected'), value.alias('line'));
    return { outputs: [rows], rejects: { rows: others }, ...(unordered === undefined ? {} : { unordered }) };
  },
});

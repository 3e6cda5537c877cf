// A plain Fastify that answers from memory what the service answers from its store: node plain-fastify.ts FOLDER
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify } from 'fastify';

const [folder = '.'] = process.argv.slice(2);
const bodies = await Promise.all(
  ['list.json', 'read.json'].map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as object),
);
const records = new Map<number, unknown>();
const app = fastify();
app.get('/list', () => bodies[0]);
app.get('/read', () => bodies[1]);
app.post('/write', (request, reply) => {
  records.set(records.size % 1_000, request.body);
  return reply.type('text/plain').send(String(records.size));
});
process.stdout.write(`Plain Fastify is listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => void app.close());

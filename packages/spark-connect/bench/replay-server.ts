import http2 from 'node:http2';
import { parentPort, workerData } from 'node:worker_threads';

/** Answers every ExecutePlan with the same frames, at full speed: what is measured is the client alone. */
const frames: readonly Uint8Array[] = workerData;

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  const isExecute = String(headers[':path']).endsWith('/ExecutePlan');
  stream.on('error', () => undefined).resume();
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  const answer = isExecute ? frames : [new Uint8Array(5)];
  let next = 0;
  const write = () => {
    while (next < answer.length) if (!stream.write(answer[next++])) return;
    stream.end();
  };
  stream.on('drain', write);
  write();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
});

import type { MessageInitShape } from '@bufbuild/protobuf';
import { crc32 } from 'node:zlib';
import { SparkError } from './errors.ts';
import { SparkConnectService, type AddArtifactsRequestSchema } from './proto.ts';
import type { Wire } from './wire.ts';

/** A file for the session: `files/…`, `jars/…`, `pyfiles/…`, `archives/…` or `cache/<sha256>`, and its bytes. */
export interface Artifact {
  readonly name: string;
  readonly data: Uint8Array;
}

const chunkBytes = 1024 * 1024;

const { addArtifacts, artifactStatus } = SparkConnectService.method;

const chunkOf = (data: Uint8Array) => ({ data, crc: BigInt(crc32(data)) });

function* requests(
  wire: Wire,
  artifacts: readonly Artifact[],
): Generator<MessageInitShape<typeof AddArtifactsRequestSchema>> {
  for (const { name, data } of artifacts) {
    if (data.length <= chunkBytes) {
      yield { ...wire.base, payload: { case: 'batch', value: { artifacts: [{ name, data: chunkOf(data) }] } } };
      continue;
    }
    const numChunks = BigInt(Math.ceil(data.length / chunkBytes));
    const initialChunk = chunkOf(data.subarray(0, chunkBytes));
    const begin = { name, totalBytes: BigInt(data.length), numChunks, initialChunk };
    yield { ...wire.base, payload: { case: 'beginChunk', value: begin } };
    for (let at = chunkBytes; at < data.length; at += chunkBytes)
      yield { ...wire.base, payload: { case: 'chunk', value: chunkOf(data.subarray(at, at + chunkBytes)) } };
  }
}

/** Puts files into the session. Throws a `SparkError` when the engine takes none (Sail) or one arrived broken. */
export async function uploadArtifacts(wire: Wire, artifacts: readonly Artifact[]): Promise<void> {
  const answer = await wire.retry(() => wire.channel.upload(addArtifacts, requests(wire, artifacts)));
  const broken = answer.artifacts.find((a) => !a.isCrcSuccessful);
  if (broken !== undefined) throw new SparkError(`artifact ${broken.name} arrived broken: upload it again`);
}

/** Which of these the session has already. */
export async function findArtifacts(wire: Wire, names: readonly string[]): Promise<ReadonlySet<string>> {
  const answer = await wire.request(artifactStatus, () => ({ ...wire.base, names: [...names] }));
  return new Set(names.filter((name) => answer.statuses[name]?.exists === true));
}

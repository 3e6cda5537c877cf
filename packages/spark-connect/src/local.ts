import { createHash } from 'node:crypto';
import { findArtifacts, uploadArtifacts, type Artifact } from './artifacts.ts';
import { ConnectionLostError, SparkError } from './errors.ts';
import type { Relation } from './proto.ts';
import { relation } from './relation.ts';
import type { SendableRows } from './sendable.ts';
import type { Wire } from './wire.ts';

/** Rows up to this size travel inside every plan that uses them; engines refuse plans of more than 128 MB. */
const inlineBytes = 8 * 1024 * 1024;
/** Artifacts sent in one call. */
const uploadBytes = 64 * 1024 * 1024;

/** Rows on their way to the engine. */
interface Waiting {
  readonly rows: SendableRows;
  readonly relation: Relation;
  readonly pieces: readonly Artifact[];
}

const artifactOf = (data: Uint8Array): Artifact => ({
  name: `cache/${createHash('sha256').update(data).digest('hex')}`,
  data,
});

const hashOf = ({ name }: Artifact): string => name.slice('cache/'.length);

/**
 * The rows held by this process that plans refer to. Small ones are part of the plan. Large ones are uploaded in
 * pieces before the first request that may need them and named by their hash from then on, if the engine keeps
 * artifacts (Spark); elsewhere (Sail) they too travel in the plan.
 */
export class LocalRows {
  readonly #wire: Wire;
  #waiting: Waiting[] = [];
  #sending: Promise<void> = Promise.resolve();

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** The relation of these rows. */
  add(rows: SendableRows): Relation {
    const bytes = rows.pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (bytes <= inlineBytes) return inline(rows);
    const pieces = rows.pieces.map(artifactOf);
    const schema = artifactOf(new TextEncoder().encode(rows.schema));
    const cachedRelation = relation({
      case: 'chunkedCachedLocalRelation',
      value: { dataHashes: pieces.map(hashOf), schemaHash: hashOf(schema) },
    });
    this.#waiting.push({ rows, relation: cachedRelation, pieces: [...pieces, schema] });
    return cachedRelation;
  }

  /** Sends what waits. To be awaited before every request that carries a plan. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const before = this.#sending;
      this.#sending = before.then(() => this.#send(waiting));
      this.#sending.catch(() => {
        // the caller below hears of it; a later request may try again
        this.#waiting.push(...waiting);
        this.#sending = Promise.resolve();
      });
    }
    await this.#sending;
  }

  async #send(waiting: readonly Waiting[]): Promise<void> {
    const pieces = [...new Map(waiting.flatMap((w) => w.pieces).map((p) => [p.name, p])).values()];
    let names: ReadonlySet<string>;
    try {
      names = await findArtifacts(
        this.#wire,
        pieces.map((p) => p.name),
      );
    } catch (error) {
      if (error instanceof ConnectionLostError || !(error instanceof SparkError)) throw error;
      // an engine without artifacts: the rows become part of the plan
      for (const { relation: cachedRelation, rows } of waiting) cachedRelation.relType = inline(rows).relType;
      return;
    }
    for (const call of inCalls(pieces.filter((p) => !names.has(p.name)))) await uploadArtifacts(this.#wire, call);
  }
}

/** Rows as part of the plan. */
const inline = ({ whole, schema }: SendableRows): Relation =>
  relation({ case: 'localRelation', value: { data: whole(), schema } });

function inCalls(pieces: readonly Artifact[]): Artifact[][] {
  const calls: Artifact[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    if (bytes + piece.data.length > uploadBytes) {
      calls.push([]);
      bytes = 0;
    }
    calls.at(-1)?.push(piece);
    bytes += piece.data.length;
  }
  return calls;
}

import type { ProcessorCatalogue, Surroundings } from '@millrace/processors';
import type { Graph } from '@millrace/workflow';
import type { EngineHost, EngineSession } from '../host.ts';
import type { LocalFiles } from '../files/local-files.ts';

export type EngineWish = 'auto' | 'sail' | 'spark';

export interface Choice {
  readonly session: EngineSession;
  readonly why: string;
}

export interface ChooseOptions {
  readonly engine: EngineWish;
  readonly host: EngineHost;
  readonly graph: Graph;
  readonly order: readonly string[];
  readonly catalogue: ProcessorCatalogue;
  readonly around: (session: EngineSession) => Surroundings & { readonly files: LocalFiles };
  readonly bytes: number;
}

/** Picks the engine of a run and opens a session on it. */
export async function chooseEngine(options: ChooseOptions): Promise<Choice> {
  const { engine, host, bytes } = options;
  if (engine !== 'auto') return { session: await host.open(engine, bytes), why: `${engine} was asked for` };
  return { session: await host.open('spark', bytes), why: 'nothing is proven yet' };
}

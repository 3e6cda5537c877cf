import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Rows } from './rows.ts';

/** What a peer made of a query. */
export interface PeerAnswer {
  readonly ms: number;
  readonly rows: Rows;
}

/** A script of `bench/peers` that stays up and answers queries, one at a time. */
export class Peer {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>) {
    this.#child = child;
    this.#lines = lines;
  }

  /** Starts it and waits until it takes queries. */
  static async start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Peer> {
    const child = spawn(command, [...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const peer = new Peer(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    await peer.#line();
    return peer;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Runs a query. Fails with what the peer says where it does not run it. */
  async ask(sql: string): Promise<PeerAnswer> {
    this.#child.stdin?.write(`${JSON.stringify({ sql })}\n`);
    const answer = JSON.parse(await this.#line()) as PeerAnswer | { readonly error: string };
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  /** Ends it and waits until it is gone. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await exit;
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`the peer has ended: ${this.#child.spawnargs.join(' ')}`);
    return value;
  }
}

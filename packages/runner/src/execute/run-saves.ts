import type { Save } from '@millrace/processors';
import type { WorkflowNode } from '@millrace/workflow';
import { RunError, runError } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';
import type { Emit, NodeFailure } from '../results/events.ts';
import { commitSave, discardSave, stageSave, type StagedSave, type StageOptions } from './saves.ts';

export interface RunSavesOptions extends Pick<StageOptions, 'runKey' | 'onAbandon'> {
  readonly files: Pick<RunFiles, 'place'>;
  readonly signal: AbortSignal;
  /** Called before anything is put in place; throws if this run may not do so any more. */
  readonly mayCommit?: () => Promise<void>;
  readonly emit: Emit;
}

/** A node whose save could not be put in place. */
export interface FailedSave {
  readonly nodeId: string;
  readonly error: NodeFailure;
}

/** The saves of a run: written next to their targets while nodes work, put in place once all nodes have ended well. */
export class RunSaves {
  readonly #options: RunSavesOptions;
  readonly #staging: Promise<StagedSave>[] = [];

  constructor(options: RunSavesOptions) {
    this.#options = options;
  }

  /** Writes the rows of a save next to its target; false if the target stays as it is. */
  async stage(node: WorkflowNode, save: Save, inOrder: boolean): Promise<boolean> {
    const { files, signal, onAbandon, runKey, emit } = this.#options;
    const staging = stageSave(node.id, save, files, {
      signal,
      inOrder,
      ...(onAbandon === undefined ? {} : { onAbandon }),
      ...(runKey === undefined ? {} : { runKey }),
    });
    this.#staging.push(staging);
    const one = await staging;
    for (const message of one.warnings) emit({ event: 'log', level: 'warning', nodeId: node.id, message });
    return one.written || one.done;
  }

  /** Waits until nothing is written any more, and returns what was: a node may fail while its rows are still being written. */
  async results(): Promise<readonly StagedSave[]> {
    const results = await Promise.allSettled(this.#staging);
    return results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /** Removes saves that are not put in place. One that cannot be removed is logged and does not change how the run ends. */
  async discard(saves: readonly StagedSave[]): Promise<void> {
    const results = await Promise.allSettled(saves.map(discardSave));
    for (const [i, { path, nodeId }] of saves.entries())
      if (results[i]?.status === 'rejected')
        this.#options.emit({
          event: 'log',
          level: 'warning',
          nodeId,
          message: `the rows written for path "${path}" could not be removed: ${String(results[i].reason)}`,
        });
  }

  /** Puts saves in place, and returns those that could not be. Fails, and removes all, if the run may not commit. */
  async commit(staged: readonly StagedSave[]): Promise<readonly FailedSave[]> {
    await this.#options.mayCommit?.().catch(async (error: unknown) => {
      await this.discard(staged);
      throw error;
    });
    const failures: FailedSave[] = [];
    for (const save of staged) {
      try {
        await commitSave(save);
      } catch (error) {
        await this.discard([save]);
        failures.push({ nodeId: save.nodeId, error: failureOf(save, error) });
      }
    }
    return failures;
  }
}

function failureOf({ path, field }: StagedSave, error: unknown): NodeFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const advice = error instanceof RunError ? error.remedy : undefined;
  const { code, message, remedy } = runError('save-not-committed', { path, reason, advice });
  return { code, message, remedy, field };
}

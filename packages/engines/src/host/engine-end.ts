import { reasonIn, whyEnded, type Engine, type EngineExit } from '../index.ts';

/** An engine that has ended in the middle of the work. */
export interface EngineEnd {
  readonly why: string;
  /** True if others used it when it ended, any of which may be why. */
  readonly isShared: boolean;
  /** The last lines that it logged, oldest first; of an engine that runs share, the one that gives the reason. */
  readonly log: readonly string[];
}

/** Of what an engine logged, the line that gives the reason. */
export const reasonAlone = (log: readonly string[]): readonly string[] => {
  const reason = reasonIn(log);
  return reason === undefined ? [] : [reason];
};

/** Why an engine has ended, in words. */
export const whyOf = ({ memory }: Engine, exit: EngineExit): string => whyEnded(exit, memory);

/** Why a process ended, for a run that does not start again: another run may be at fault. */
export const whyShared = (why: string, isShared: boolean): string =>
  isShared ? `${why}; other runs of the project used it too, and any of their queries may be the cause` : why;

/** Watches for the end of an engine; to be called before it is connected to, so that the end is known when errors tell of it. */
export function endOf(
  engine: Engine,
  choose: (log: readonly string[]) => readonly string[],
  isShared: () => boolean,
): () => EngineEnd | undefined {
  let end: EngineEnd | undefined;
  void engine.exited.then((exit) => {
    end = { why: whyOf(engine, exit), isShared: isShared(), log: choose(exit.log) };
  });
  return () => end;
}

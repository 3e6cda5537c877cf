/**
 * Ctrl-C: the first one asks the run to stop (its signal aborts), a second one ends the engines and the process.
 * SIGTERM counts the same. `release` takes the handlers off again.
 */
export function onInterrupt(kill: () => void): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController();
  const handle = () => {
    if (stop.signal.aborted) {
      kill();
      process.exit(130);
    }
    process.stderr.write('stopping; press Ctrl-C again to stop immediately\n');
    stop.abort(new Error('stopped by the user'));
  };
  process.on('SIGINT', handle).on('SIGTERM', handle);
  return { signal: stop.signal, release: () => void process.off('SIGINT', handle).off('SIGTERM', handle) };
}

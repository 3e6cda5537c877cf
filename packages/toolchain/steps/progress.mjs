// @ts-check
/** Tells on standard error what a step does: on a terminal one line that counts the seconds, else a line a change.
 * @param {string} name @returns {{ detail: (what: string) => void, end: (outcome: string) => void }} */
export function stepProgress(name) {
  const { stderr } = process;
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  let what = '';
  const line = () => `${name}${what && `: ${what}`} … ${seconds()}`;
  const draw = () => stderr.write(`\r\x1b[2K${line().slice(0, (stderr.columns ?? 80) - 1)}`);
  const timer = stderr.isTTY ? setInterval(draw, 1000) : undefined;
  timer?.unref();
  if (timer) draw();
  else stderr.write(`${name}\n`);
  return {
    detail(text) {
      what = text;
      if (timer) draw();
      else stderr.write(`      ${text} (${seconds()})\n`);
    },
    end(outcome) {
      clearInterval(timer);
      stderr.write(timer ? `\r\x1b[2K${name}: ${outcome} (${seconds()})\n` : `      ${outcome} (${seconds()})\n`);
    },
  };
}

/** Most milliseconds of a timer of Node, which ends a longer one at once. */
const longest = 2 ** 31 - 1;

/** Does something after so many milliseconds, however many they are; what it gives calls that off. */
export function after(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = (left: number): void => {
    timer = left > longest ? setTimeout(arm, longest, left - longest) : setTimeout(act, left);
  };
  arm(ms);
  return () => clearTimeout(timer);
}

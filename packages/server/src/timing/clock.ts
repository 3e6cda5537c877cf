/** Milliseconds that a stored moment may lie ahead of the clock: clocks are set by seconds all the time. */
export const maxAhead = 60_000;

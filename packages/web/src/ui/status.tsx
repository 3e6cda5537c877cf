import { commonTexts } from '../texts/common.ts';
import classes from './status.module.css';

const signs: Readonly<Record<number, readonly [sign: string, tone: string]>> = {
  0: ['▶', 'signal'],
  1: ['■', 'faint'],
  2: ['✓', 'good'],
  3: ['✕', 'bad'],
  4: ['▷', 'signal'],
  5: ['■', 'faint'],
  6: ['■', 'bad'],
  7: ['▷', 'signal'],
  8: ['⏱', 'bad'],
  9: ['…', 'faint'],
  10: ['↷', 'faint'],
};

/** States that still change. */
export const isLive = (status: number): boolean => [0, 4, 7, 9].includes(status);

/** A state by sign, word and colour: no one of them alone. */
export function Status({ status }: { readonly status: number }) {
  const [sign, tone] = signs[status] ?? ['?', 'faint'];
  return (
    <span className={classes.status} data-tone={tone}>
      <span aria-hidden className={classes.sign}>
        {sign}
      </span>
      <span>{commonTexts.status[status] ?? status}</span>
    </span>
  );
}

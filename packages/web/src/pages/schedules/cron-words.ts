import cronstrue from 'cronstrue';
import type { CronWords } from './when.ts';

/** A Quartz pattern (6 or 7 fields, Sunday is 1) in words that fit into a sentence. */
export const cronWords: CronWords = (pattern) => {
  const fields = pattern.trim().split(/\s+/).length;
  if (fields !== 6 && fields !== 7) return undefined;
  try {
    const words = cronstrue.toString(pattern.trim(), {
      dayOfWeekStartIndexZero: false,
      use24HourTimeFormat: true,
      throwExceptionOnParseError: true,
    });
    return words.charAt(0).toLowerCase() + words.slice(1);
  } catch {
    // the service validates patterns; here an invalid one only has no words
    return undefined;
  }
};

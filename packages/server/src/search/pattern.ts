/** The pattern of LIKE for texts that hold this one, with `\` as its escape: its letters mean themselves. */
export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

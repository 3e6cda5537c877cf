/** Text as a regular expression that matches just this text, in Java's and in Rust's syntax. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

/** Names (or other short texts) written one after another with commas between; blanks around them do not count. */
export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * A date pattern of old files made fit for Spark: those were read by Java's SimpleDateFormat, which takes `dd` for one
 * digit or two, while Spark's parser insists on two. Two-letter day, month, hour, minute and second fields that stand
 * alone (not run together with another field, as in `yyyyMMdd`) take one or two digits.
 * Source: Spark SQL, "Datetime Patterns for Formatting and Parsing".
 */
export function lenientPattern(pattern: string): string {
  return pattern.replace(
    /'[^']*'|(?<![A-Za-z])([dMHhms])\1(?![A-Za-z])/g,
    (match, letter: string | undefined) => letter ?? match,
  );
}

/** A word that a shell takes as it stands. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call that predicts, for a shell that knows a token of its user as `TOKEN`. */
export const predictCall = (origin: string, id: number, body: object): string =>
  [
    `curl ${quoted(`${origin}/api/v1/models/${id}/predict`)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'content-type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');

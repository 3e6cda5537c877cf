/** A word that needs no quotes in a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call that predicts, for a shell with a token of its user in `TOKEN`. */
export const predictCall = (origin: string, id: number, body: object): string =>
  [
    `curl ${quote(`${origin}/api/v1/models/${id}/predict`)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'content-type: application/json'`,
    `-d ${quote(JSON.stringify(body))}`,
  ].join(' \\\n  ');

import { Problem } from '../problems.ts';

/** Keys of which the value is a secret, in any spelling. */
const secretKey =
  /passw(or)?d|passphrase|secret|token|credential|(api|access|private|account|shared|encryption|client|auth)[_\-. ]?key|^pwd$|^key$/i;
/** A password inside an address: `//user:password@host`, or `…password=…`. */
const inAddress = /\/\/[^/\s@:]*:[^/\s@]+@|[?&;,\s](password|passwd|pwd|secret|token|accesskey|sharedkey)=[^&;,\s]/i;

/** Names of secrets that say where others go, such as `tokenUrl`. */
const leads = /(url|uri|host|hostname|endpoint|server|address|port|proxy|domain|account|bucket|path|file)s?$/i;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Secrets by their place in the record, such as `password` or `options.apiKey`. */
export type Secrets = Readonly<Record<string, string>>;

/** What a record says openly, its secrets, and the places where null takes a secret away. */
export interface Parted {
  readonly open: JsonObject;
  readonly secrets: Secrets;
  readonly removed: readonly string[];
  /** Places of secrets that say where others go, given or taken away. */
  readonly leading: readonly string[];
}

/**
 * Takes the secrets out of a record, at any depth; entries of lists such as `{key: "password", value: …}` too. An empty text
 * is no secret. Fails with UNPROCESSABLE if an address holds one.
 */
export function partSecrets(record: JsonObject): Parted {
  const secrets: Record<string, string> = {};
  const removed: string[] = [];
  const leading: string[] = [];
  const hide = (path: string, name: string, value: Json): void => {
    if (value !== '' && leads.test(name)) leading.push(path);
    if (value === null) removed.push(path);
    else if (value !== '') secrets[path] = typeof value === 'string' ? value : JSON.stringify(value);
  };
  const walk = (value: Json, path: string): Json => {
    if (typeof value === 'string') {
      if (inAddress.test(value))
        throw new Problem(
          'UNPROCESSABLE',
          `${path} contains a password: enter it in a separate field such as "password"`,
        );
      return value;
    }
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return (value as readonly Json[]).map((one, index) => walk(one, `${path}[${index}]`));
    const entries = Object.entries(value as JsonObject);
    const ownName = entryName(value as JsonObject);
    const ownEntries: [string, Json][] = [];
    for (const [key, inner] of entries) {
      const inside = path === '' ? key : `${path}.${key}`;
      const name = key === 'value' && ownName !== undefined ? ownName : key;
      const isSecret = secretKey.test(name) && !(key === 'key' && ownName !== undefined);
      if (isSecret && typeof inner !== 'boolean') hide(inside, name, inner);
      else ownEntries.push([key, walk(inner, inside)]);
    }
    return Object.fromEntries(ownEntries);
  };
  return { open: walk(record, '') as JsonObject, secrets, removed, leading };
}

/** The name of an entry in a list of keys and values. */
function entryName(value: JsonObject): string | undefined {
  const name = value['key'] ?? value['name'];
  return 'value' in value && typeof name === 'string' ? name : undefined;
}

import type { Settings } from '../settings/settings.ts';

/** A person as a provider of sign-in describes them. */
export interface Person {
  readonly issuer: string;
  /** The name that the provider never gives to another. */
  readonly subject: string;
  /** What they are called; undefined if the provider does not say it. */
  readonly username: string | undefined;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
}

/** What a provider says of a user, by claim (OpenID Connect Core 1.0, 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

/** The person of the claims that the settings name. */
export function personOf(
  issuer: string,
  subject: string,
  claims: Claims,
  names: Pick<Settings, 'MILLRACE_OIDC_USERNAME_CLAIM' | 'MILLRACE_OIDC_GROUPS_CLAIM'>,
): Person {
  const groups = at(claims, names.MILLRACE_OIDC_GROUPS_CLAIM);
  return {
    issuer,
    subject,
    username: textOf(at(claims, names.MILLRACE_OIDC_USERNAME_CLAIM)),
    email: textOf(claims['email']) ?? '',
    firstName: textOf(claims['given_name']) ?? '',
    lastName: textOf(claims['family_name']) ?? '',
    groups: [groups].flat().filter((one) => typeof one === 'string'),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A claim by its name, or by the names on the way to it, such as `realm_access.roles`. */
function at(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined,
      claims,
    );
}

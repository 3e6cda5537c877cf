import type { ClientAuth, Configuration } from 'openid-client';
import type { Logger } from 'pino';
import { Problem } from '../problems.ts';
import type { Settings } from '../settings/settings.ts';
import { personOf, type Person } from './oidc-claims.ts';

/** Seconds that a provider has for an answer. */
const patience = 5;
/** How long what a provider says of itself is believed, in ms. */
const fresh = 3_600_000;

/** What the answer to a sign-in must fit to: kept by the browser that has begun it. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The name of a provider in its one spelling. */
export const issuerName = (issuer: string): string => new URL(issuer).href;

/** Loaded when the first sign-in asks for it: the start does not wait for it. */
const library = () => import('openid-client');

type Library = Awaited<ReturnType<typeof library>>;

/**
 * A provider of sign-in by OpenID Connect: authorization code with PKCE (RFC 7636), state and nonce. It is asked about itself
 * when a user wants to sign in: one that is down fails their sign-in (UNAVAILABLE) and nothing else.
 */
export class OidcProvider {
  readonly #settings: Settings;
  readonly #issuer: URL;
  readonly #clientId: string;
  readonly #redirect: () => string;
  readonly #now: () => number;
  readonly #log: Logger;
  #cache: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  /** `redirect`: the address of ours that the provider sends people back to. */
  constructor(
    settings: Settings,
    issuer: string,
    { redirect, now, log }: { redirect: () => string; now: () => number; log: Logger },
  ) {
    this.#settings = settings;
    this.#issuer = new URL(issuer);
    this.#clientId = settings.MILLRACE_OIDC_CLIENT_ID ?? '';
    this.#redirect = redirect;
    this.#now = now;
    this.#log = log;
  }

  /** Where a browser is sent to, and what its answer must fit to. */
  async begin(): Promise<{ readonly location: string; readonly checks: Checks }> {
    const client = await library();
    const configuration = await this.#configuration(client);
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirect(),
      scope: this.#settings.MILLRACE_OIDC_SCOPES,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { location: location.href, checks };
  }

  /** Who has signed in, by the query that the provider has sent the browser back with. */
  async finish(query: string, checks: Checks): Promise<Person> {
    const client = await library();
    const configuration = await this.#configuration(client);
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.#redirect()}${query}`), {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the response has no ID token');
      const { userinfo_endpoint: more } = configuration.serverMetadata();
      const userInfo =
        more === undefined ? {} : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return personOf(issuerName(claims.iss), claims.sub, { ...userInfo, ...claims }, this.#settings);
    } catch (error) {
      throw this.#refusal(client, error);
    }
  }

  /** What the provider says of itself; a caller in the meantime waits for the same answer. */
  async #configuration(client: Library): Promise<Configuration> {
    const at = this.#now();
    if (this.#cache === undefined || this.#cache.at + fresh < at || this.#cache.at > at)
      this.#cache = { at, configuration: this.#discover(client) };
    const { configuration } = this.#cache;
    try {
      return await configuration;
    } catch (error) {
      if (this.#cache.configuration === configuration) this.#cache = undefined;
      throw this.#down('its discovery document cannot be read', error);
    }
  }

  #discover(client: Library): Promise<Configuration> {
    const insecure = this.#issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    return client.discovery(this.#issuer, this.#clientId, undefined, this.#credentials(client), {
      timeout: patience,
      execute: [...insecure, client.enableNonRepudiationChecks],
    });
  }

  /** The secret by HTTP Basic, which is the standard's own way (RFC 8414), or in the body if the provider wants it there. */
  #credentials(client: Library): ClientAuth {
    const secret = this.#settings.MILLRACE_OIDC_CLIENT_SECRET;
    if (secret === undefined) return client.None();
    const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
    return (server, ...rest) => {
      const ways = server.token_endpoint_auth_methods_supported;
      return (ways === undefined || ways.includes('client_secret_basic') ? basic : post)(server, ...rest);
    };
  }

  #down(what: string, error: unknown): Problem {
    const { message, code, cause } = error as { message?: string; code?: string; cause?: { message?: string } };
    this.#log.warn({ issuer: this.#issuer.href, code, error: message, cause: cause?.message }, `sign-in: ${what}`);
    return new Problem(
      'UNAVAILABLE',
      'the identity provider is unavailable: sign in with a password, or try again later; see the service log for the cause',
    );
  }

  /** What went wrong with a sign-in, without what the provider and the browser have sent each other. */
  #refusal(client: Library, error: unknown): Problem {
    if (error instanceof client.AuthorizationResponseError)
      return new Problem(
        'UNAUTHENTICATED',
        `Access Denied: the identity provider rejected the sign-in (${word(error.error)})`,
      );
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
      return new Problem('UNAUTHENTICATED', 'Access Denied: this sign-in was already used or has expired: start again');
    if (error instanceof client.ClientError && misfits.includes(error.code ?? '')) {
      this.#log.info(
        { issuer: this.#issuer.href, code: error.code },
        'sign-in: the response does not match the request',
      );
      return new Problem(
        'UNAUTHENTICATED',
        'Access Denied: this response does not belong to the sign-in that was started here: start again',
      );
    }
    return this.#down('the identity provider returned an invalid response', error);
  }
}

/** Codes of answers that do not fit: wrong state, issuer, nonce, audience, signature, or over. */
const misfits = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_INVALID_REQUEST',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
];

const word = (text: string): string => (/^[\w.-]{1,60}$/.test(text) ? text : 'unknown reason');

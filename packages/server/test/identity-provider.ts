import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const clientId = 'millrace-test';
export const clientSecret = 'a secret of the provider and of the service';

/** What the provider says of its people, by the name that they sign in with. */
export type People = Record<string, Record<string, unknown>>;

/** A real provider of OpenID Connect on a free port; a user who types a name is that person. */
export class IdentityProvider implements AsyncDisposable {
  readonly people: People;
  readonly #server: Server;
  #handle: RequestListener = (_request, response) => void response.writeHead(503).end();

  private constructor(server: Server, people: People) {
    this.#server = server;
    this.people = people;
    server.on('request', (request, response) => this.#handle(request, response));
  }

  /** It listens, and answers nothing but 503 until it is opened: the service that it serves starts before it. */
  static async listen(people: People): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new IdentityProvider(server, people);
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Begins to serve services that are reached by these addresses. */
  open(...services: readonly string[]): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: services.map((url) => `${url}/login/oidc/callback`),
        },
      ],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'given_name', 'family_name', 'groups', 'realm_access'],
        email: ['email'],
      },
      cookies: { keys: ['a key of the test'] },
      findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...this.people[id] }) }),
      // the provider of the test loads no fonts
      features: { devInteractions: { enabled: true } },
    });
    this.#handle = provider.callback() as RequestListener;
  }

  /** Answers with 503 from now on. */
  fail(): void {
    this.#handle = (_request, response) => void response.writeHead(503).end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** A browser: cookies by site, redirects, forms. */
export class Browser {
  readonly #jar = new Map<string, Map<string, string>>();

  /** Cookies for the site of an address, as the header carries them. */
  cookies(url: string): string {
    return [...(this.#jar.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(url: string, form?: Record<string, string>): Promise<Response> {
    const { host } = new URL(url);
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: this.cookies(url), accept: 'text/html,application/json;q=0.9' },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    const jar = this.#jar.get(host) ?? new Map<string, string>();
    this.#jar.set(host, jar);
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Signs in at the provider and consents, or does not; returns the address that it sends the browser back to. */
  async answerProvider(address: string, name: string, consents = true): Promise<string> {
    let url = address;
    for (let steps = 0; steps < 20; steps++) {
      const response = await this.send(url);
      const next = response.headers.get('location');
      if (next !== null) {
        url = new URL(next, url).href;
        if (url.includes('/login/oidc/callback')) return url;
        continue;
      }
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (prompt === undefined) throw new Error(`${response.status} ${url}: ${page.slice(0, 500)}`);
      if (prompt === 'consent' && !consents) {
        url = `${url}/abort`;
        continue;
      }
      const step = await this.send(url, prompt === 'login' ? { prompt, login: name, password: 'any' } : { prompt });
      url = new URL(step.headers.get('location') ?? '', url).href;
    }
    throw new Error('the provider does not come to an end');
  }
}

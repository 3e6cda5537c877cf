import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Person } from '../access/oidc-claims.ts';
import { OidcProvider, type Checks } from '../access/oidc.ts';
import { sessionsOf } from '../access/sessions.ts';
import type { Context } from '../context.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import type { Resource } from '../http/resource.ts';
import { link, setRolesByGroup, userOf } from '../users/identities.ts';
import { wayBack } from './way-back.ts';

/** How long a sign-in may take at the provider, in ms. */
const longest = 600_000;
const pendingCookie = 'millrace_oidc';
const callback = '/login/oidc/callback';

/** A sign-in on its way, sealed in a cookie of the browser that has begun it. */
interface Pending extends Checks {
  readonly begunAt: number;
  /** The signed-in user who wants to link themselves; null for a sign-in. */
  readonly linkTo: number | null;
  /** The address on this page that it leads back to. */
  readonly to: string;
}

const tags = ['Sign-in'];
const redirect = { response: { 302: Type.Unsafe<undefined>({ description: 'Redirects' }) } };

/** Seals sign-ins on their way, and opens them again for as long as they may take. */
function sealsOf({ vault, now }: Pick<Context, 'vault' | 'now'>) {
  const about = 'sign-in by OpenID Connect';

  const seal = (pending: Pending): string => vault.seal(JSON.stringify(pending), about);
  const unseal = (sealed: string | undefined): Pending => {
    try {
      const pending = JSON.parse(vault.open(sealed ?? '', about)) as Pending;
      const age = now() - pending.begunAt;
      if (age >= 0 && age <= longest) return pending;
    } catch {
      // whatever is wrong with it, it is not ours
    }
    throw new Problem(
      'UNAUTHENTICATED',
      'Access Denied: no sign-in was started in this browser in the last ten minutes: start again',
    );
  };
  return { seal, unseal };
}

/** Returns the provider that the settings name; fails with NOT_FOUND if they name none. */
function providerOf(
  { settings, now, log }: Pick<Context, 'settings' | 'now' | 'log'>,
  app: { readonly listeningOrigin: string },
): () => OidcProvider {
  const issuer = settings.MILLRACE_OIDC_ISSUER;
  const redirectUri = () => `${(settings.MILLRACE_BASE_URL ?? app.listeningOrigin).replace(/\/$/, '')}${callback}`;
  const provider =
    issuer && new OidcProvider(settings, issuer, { redirect: redirectUri, now, log: log.child({ part: 'sign-in' }) });
  return () => {
    if (provider) return provider;
    throw new Problem('NOT_FOUND', 'sign-in with OpenID Connect is not configured: set MILLRACE_OIDC_ISSUER');
  };
}

/** Signing in by OpenID Connect, and linking oneself with the provider. */
export const oidcSignIn: Resource = (context) => async (app) => {
  const { db, now } = context;
  const sessions = sessionsOf(context);
  const cookie = { ...sessions.cookie, maxAge: longest / 1_000 };
  const provider = providerOf(context, app);
  const { seal, unseal } = sealsOf(context);

  app.get(
    '/login/oidc',
    {
      config: { access: 'public' },
      exposeHeadRoute: false,
      schema: {
        tags,
        description:
          'Redirects to the identity provider, and then back to a path of the page: `/`, or the path in `to`',
        querystring: Type.Object({ to: Type.Optional(Type.String({ maxLength: 10_000 })) }),
        ...redirect,
      },
    },
    async (request, reply) => {
      const { location, checks } = await provider().begin();
      const to = wayBack(request.query.to);
      reply.setCookie(pendingCookie, seal({ ...checks, begunAt: now(), linkTo: null, to }), cookie);
      return reply.redirect(location, 302);
    },
  );

  app.get(
    callback,
    { config: { access: 'public' }, exposeHeadRoute: false, schema: { tags, ...redirect } },
    async (request, reply) => {
      const oidc = provider();
      // one answer for one beginning
      reply.clearCookie(pendingCookie, sessions.cookie);
      const { linkTo, to, ...checks } = unseal(request.cookies[pendingCookie]);
      const person = await oidc.finish(new URL(request.url, 'http://any').search, checks);
      request.changes = true;
      if (linkTo !== null) {
        requireSignedIn(request, linkTo);
        await link(db, person, linkTo, now());
        return reply.redirect(to, 302);
      }
      await sessions.begin(reply, await signInPerson(context, request, person));
      return reply.redirect(to, 302);
    },
  );

  app.post(
    '/api/v1/users/me/identities',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: Type.Object({ location: Type.String() }) } } },
    async (request, reply) => {
      const who = whoIs(request);
      const oidc = provider();
      if (who.by !== 'cookie') throw new Problem('FORBIDDEN', 'linking an identity requires a sign-in with a browser');
      const { location, checks } = await oidc.begin();
      reply.setCookie(pendingCookie, seal({ ...checks, begunAt: now(), linkTo: who.id, to: '/account' }), cookie);
      return { location };
    },
  );
};

/** Fails with UNAUTHENTICATED if the user who wanted to be linked is not signed in with a cookie any more. */
function requireSignedIn({ principal }: FastifyRequest, id: number): void {
  if (principal?.id !== id || principal.by !== 'cookie')
    throw new Problem('UNAUTHENTICATED', 'Access Denied: the user to link is no longer signed in');
}

/** Signs in the user that a person of the provider is, with the roles that their groups give them; returns the user's id. */
async function signInPerson(
  { db, now, log, settings }: Pick<Context, 'db' | 'now' | 'log' | 'settings'>,
  request: FastifyRequest,
  person: Person,
): Promise<number> {
  request.signsIn = { id: null, username: (person.username ?? person.subject).slice(0, 200) };
  const create = settings.MILLRACE_OIDC_CREATE_USERS === 'yes';
  const { id, username } = await userOf(db, person, { create, now: now(), files: settings.files });
  request.signsIn = { id, username };
  const unknown = await setRolesByGroup(db, id, person.groups, settings.MILLRACE_OIDC_ROLES);
  if (unknown.length > 0) log.warn({ roles: unknown }, 'MILLRACE_OIDC_ROLES names unknown roles');
  return id;
}

import type { FastifyInstance, RouteOptions } from 'fastify';

interface RoutePattern {
  readonly methods: readonly string[];
  /** True for an address without parameters. */
  readonly isFixed: boolean;
  matches(parts: readonly string[]): boolean;
}

/** Returns the methods that an address is known with; none if there is no such address. */
export function methodsByPath(app: Pick<FastifyInstance, 'allRoutes'>): (path: string) => readonly string[] {
  let routes: readonly RoutePattern[] | undefined;
  return (path) => {
    routes ??= app.allRoutes.map(routePatternOf);
    const parts = partsOf(path);
    const matching = routes.filter((one) => one.matches(parts));
    const fixed = matching.filter(({ isFixed }) => isFixed);
    return [...new Set((fixed.length > 0 ? fixed : matching).flatMap(({ methods }) => methods))].toSorted();
  };
}

const partsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');

function routePatternOf({ url, method, schema }: RouteOptions): RoutePattern {
  const pattern = partsOf(url);
  const { properties = {} } = (schema?.params ?? {}) as { properties?: Record<string, { type?: unknown }> };
  const fits = (want: string, part: string | undefined): boolean => {
    if (!want.startsWith(':')) return want === part;
    if (part === undefined || part === '') return false;
    return properties[want.slice(1)]?.type !== 'integer' || /^-?\d+$/.test(part);
  };
  return {
    methods: [method].flat(),
    isFixed: !/[:*]/.test(url),
    matches: (parts) =>
      pattern.at(-1) === '*'
        ? parts.length >= pattern.length && pattern.slice(0, -1).every((want, i) => fits(want, parts[i]))
        : parts.length === pattern.length && pattern.every((want, i) => fits(want, parts[i])),
  };
}

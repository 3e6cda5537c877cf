import type { ModelRegistry, ModelRequest, RegisteredModel } from '@millrace/processors';

/** A view of the registered models that remembers which ones were asked for. */
export interface WatchedModels {
  readonly models: ModelRegistry;
  /** True while each of them still leads to the same one. */
  hold(now: ModelRegistry): Promise<boolean>;
}

/** Watches what is asked for through the result of this call. */
export function watchModels(models: ModelRegistry): WatchedModels {
  const lookups: (readonly [ModelRequest, RegisteredModel])[] = [];
  return {
    models: {
      async find(request) {
        const one = await models.find(request);
        lookups.push([request, one]);
        return one;
      },
    },
    async hold(now) {
      for (const [request, { path }] of lookups) if ((await now.find(request)).path !== path) return false;
      return true;
    },
  };
}

import type { ModelRegistry, ModelWish, RegisteredModel } from '@millrace/processors';

/** A view of the registered models that remembers which ones were asked for. */
export interface WatchedModels {
  readonly models: ModelRegistry;
  /** True while each of them still leads to the same one. */
  hold(now: ModelRegistry): Promise<boolean>;
}

/** Watches what is asked for through the result of this call. */
export function watchModels(models: ModelRegistry): WatchedModels {
  const found: (readonly [ModelWish, RegisteredModel])[] = [];
  return {
    models: {
      async find(wish) {
        const one = await models.find(wish);
        found.push([wish, one]);
        return one;
      },
    },
    async hold(now) {
      for (const [wish, { path }] of found) if ((await now.find(wish)).path !== path) return false;
      return true;
    },
  };
}

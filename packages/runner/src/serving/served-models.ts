import type { LoadedModel, ModelToServe, Predictions } from './model-to-serve.ts';
import type { Predictor, PredictorOptions } from './predictor.ts';

export type { LoadedModel, ModelToServe, Predictions };

/** Models that predict rows as they come. What they need is read with the first prediction: a start does not wait for it. */
export class ServedModels implements AsyncDisposable {
  readonly #options: PredictorOptions;
  #predictor: Promise<Predictor> | undefined;

  constructor(options: PredictorOptions) {
    this.#options = options;
  }

  /** See `Predictor.predict`. */
  async predict(...args: Parameters<Predictor['predict']>): Promise<Predictions> {
    this.#predictor ??= import('./predictor.ts').then(
      ({ Predictor: PredictorClass }) => new PredictorClass(this.#options),
    );
    return (await this.#predictor).predict(...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#predictor)?.[Symbol.asyncDispose]();
  }
}

import { COMPATIBILITIES, isCompatibility, type Compatibility } from '@millrace/workflow';
import { Problem } from '../problems.ts';
import { invalidValue, mustBeOneOf } from '../refusals.ts';

/** What a Spark configuration says of the run itself. */
export interface RunSettings {
  readonly engine?: string;
  /** Which Spark the run goes by; what its workflow says if absent. */
  readonly compatibility?: Compatibility;
  /** False if the work of earlier runs is neither taken nor left. */
  readonly reuse: boolean;
  /** True if the run has an application of its own on a cluster. */
  readonly ownApplication: boolean;
}

const allowed = {
  engine: ['auto', 'sail', 'spark'],
  reuse: ['on', 'off'],
  compatibility: COMPATIBILITIES,
  'cluster.application': ['project', 'run'],
} as const;

/** Reads `millrace.engine=…` and the other settings of Millrace in a Spark configuration. Fails with UNPROCESSABLE. */
export function settingsOf(sparkConfig: string): RunSettings {
  const valueOf = (name: keyof typeof allowed): string | undefined => {
    const pattern = new RegExp(`(?:^|[\\s,;])(?:--conf\\s+)?millrace\\.${name}\\s*[=:]\\s*"?(\\w+)`);
    const value = pattern.exec(sparkConfig)?.[1]?.toLowerCase();
    if (value === undefined || allowed[name].some((one) => one === value)) return value;
    throw new Problem(
      'UNPROCESSABLE',
      invalidValue(`setting "millrace.${name}" in sparkConfig`, value, mustBeOneOf(allowed[name])),
    );
  };
  const [engine, compatibility] = [valueOf('engine'), valueOf('compatibility')];
  return {
    ...(engine === undefined ? {} : { engine }),
    ...(isCompatibility(compatibility) ? { compatibility } : {}),
    reuse: valueOf('reuse') !== 'off',
    ownApplication: valueOf('cluster.application') === 'run',
  };
}

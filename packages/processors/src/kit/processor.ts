import type { NodeType } from '@millrace/workflow';
import type { Definition, Processor, Varying } from '../contract/processor.ts';
import type { Fields, FieldValues, StoredFields } from '../contract/fields.ts';
import { versionName } from './version-name.ts';

/** `varies` of nodes that draw at random by the seed of the run, unless they have one of their own. */
export const unlessSeeded = ({ seed }: { readonly seed?: bigint | number | undefined }): readonly Varying[] =>
  seed === undefined ? ['seed'] : [];

const inputsByType: Partial<Readonly<Record<NodeType, Processor['inputs']>>> = {
  dataset: { min: 0, max: 0 },
  doc: { min: 0, max: 0 },
  sticky: { min: 0, max: 0 },
  join: { min: 2, max: 8 },
  join2inputs: { min: 2, max: 2 },
  pyspark2inputs: { min: 2, max: 2 },
};

/** Makes a processor of the catalogue from its definition. */
export function processor<const F extends Fields>(definition: Definition<F>): Processor {
  const {
    fields,
    run,
    inputs,
    outputs,
    formerly,
    needs,
    varies = [],
    registers,
    sets,
    functions,
    query,
    asks,
    ...rest
  } = definition;
  const names = Object.keys(fields);
  const valuesOf = (stored: StoredFields): FieldValues<F> =>
    Object.fromEntries(names.map((name) => [name, fields[name]?.read(name, stored)])) as FieldValues<F>;
  return {
    ...rest,
    fields: names.flatMap((name) => fields[name]?.specs(name) ?? []),
    inputs: inputs ?? inputsByType[definition.type] ?? { min: 1, max: 1 },
    outputs: outputs ?? [],
    formerly: formerly ?? [],
    varies: typeof varies === 'function' ? (stored) => varies(valuesOf(stored)) : () => varies,
    needs: needs ?? [],
    ...(registers === undefined ? {} : { registers: (stored) => registers(valuesOf(stored)) }),
    ...(sets === undefined ? {} : { sets: (stored) => sets(valuesOf(stored)) }),
    ...(functions === undefined ? {} : { functions: (stored) => functions(valuesOf(stored)) }),
    ...(query === undefined ? {} : { query: (stored) => query(valuesOf(stored)) }),
    ...(asks === undefined ? {} : { asks: (stored, schema) => asks(valuesOf(stored), schema) }),
    async compose({ stored, nodeId = '', tables = {}, learned = [], trains = false, version, ...context }) {
      const own = version ?? versionName(context.now);
      const fieldValues = valuesOf(stored);
      const outcome = await run({ ...context, nodeId, tables, learned, trains, version: own, fields: fieldValues });
      return 'outputs' in outcome ? outcome : { outputs: [outcome] };
    },
  };
}

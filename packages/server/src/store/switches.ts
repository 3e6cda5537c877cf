import type { Db } from './database.ts';

interface Switch {
  readonly about: string;
  readonly values: readonly [first: string, ...others: string[]];
}

/** Settings that an administrator changes while the service runs; all processes of one store follow them. The first value is the default. */
export const switchTable = {
  'executions.enabled': {
    about: 'whether workflows can be run; if false, schedules skip their fires, and queued and active runs continue',
    values: ['true', 'false'],
  },
} as const satisfies Readonly<Record<string, Switch>>;

export type SwitchName = keyof typeof switchTable;

export const isSwitch = (name: string): name is SwitchName => Object.hasOwn(switchTable, name);

/** The value of a switch now. */
export async function switchOf(db: Db, name: SwitchName): Promise<string> {
  const row = await db.selectFrom('switches').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? switchTable[name].values[0];
}

export async function setSwitch(db: Db, name: SwitchName, value: string): Promise<void> {
  await db
    .insertInto('switches')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

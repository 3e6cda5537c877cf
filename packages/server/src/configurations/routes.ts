import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';
import { component, Name } from '../http/types.ts';
import { settingsTable } from '../settings/table.ts';
import type { Settings } from '../settings/settings.ts';
import { inTransaction, type Db } from '../store/database.ts';
import { isSwitch, setSwitch, switchOf, switchTable, type SwitchName } from '../store/switches.ts';
import type { Resource } from '../http/resource.ts';
import { derivedSettings } from './derived-settings.ts';
import { invalidValue, mustBeOneOf } from '../refusals.ts';

const Configuration = component(
  'Configuration',
  Type.Object({
    name: Type.String(),
    value: Type.String({ description: 'Empty if nothing is set, and for secrets' }),
    isSecret: Type.Boolean(),
    isChangeable: Type.Boolean({ description: 'True if POST can change it; the environment sets the others' }),
    description: Type.String(),
  }),
);

const Change = Type.Object({ name: Name, value: Type.String({ maxLength: 10_000 }) });

/** The settings of the service: those of its environment, and those that change while it runs. */
export const configurations: Resource = (context) => async (app) => {
  const { db, settings } = context;
  const [config, tags] = [{ access: 'configurations.manage' as const }, ['Operation']];

  app.get('/api/v1/configurations', { config, schema: { tags, response: { 200: Type.Array(Configuration) } } }, () =>
    configurationsOf(context),
  );

  app.post(
    '/api/v1/configurations',
    {
      config,
      schema: {
        tags,
        description: 'Changes settings, all or none. The response of GET can be sent back.',
        body: Type.Union([Type.Array(Change, { minItems: 1, maxItems: 200 }), Change]),
        response: { 200: Type.Array(Configuration) },
      },
    },
    async ({ body }) => {
      await inTransaction(db, async (tx) => {
        for (const { name, value } of Array.isArray(body) ? body : [body]) await change(tx, settings, name, value);
      });
      return configurationsOf(context);
    },
  );

  app.get(
    '/api/v1/configurations/infer',
    {
      config,
      schema: {
        tags,
        description: 'Values that the service derived for settings that are not set',
        response: {
          200: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), from: Type.String() })),
        },
      },
    },
    async () => [...derivedSettings(context)],
  );
};

const textOf = (settings: Settings, name: keyof typeof settingsTable): string => {
  const setting = settingsTable[name];
  if ('secret' in setting && setting.secret === true) return '';
  const value = settings[name] ?? '';
  return typeof value === 'object' ? value.map(({ group, role }) => `${group}=${role}`).join(',') : String(value);
};

async function configurationsOf({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const changeable = await Promise.all(
    (Object.keys(switchTable) as SwitchName[]).map(async (name) => ({
      name: String(name),
      value: await switchOf(db, name),
      isSecret: false,
      isChangeable: true,
      description: `${switchTable[name].about}: ${switchTable[name].values.join(', ')}`,
    })),
  );
  const fixed = (Object.keys(settingsTable) as (keyof typeof settingsTable)[]).map((name) => ({
    name: String(name),
    value: textOf(settings, name),
    isSecret: 'secret' in settingsTable[name] && settingsTable[name].secret === true,
    isChangeable: false,
    description: settingsTable[name].about,
  }));
  return [...changeable, ...fixed];
}

const isSetting = (name: string): name is keyof typeof settingsTable => Object.hasOwn(settingsTable, name);

async function change(tx: Db, settings: Settings, name: string, value: string): Promise<void> {
  if (isSetting(name)) {
    if (value === textOf(settings, name)) return;
    throw new Problem(
      'CONFLICT',
      `setting ${name} is set by the environment of the service: change it there and restart the service`,
    );
  }
  if (!isSwitch(name))
    throw new Problem('UNPROCESSABLE', `unknown setting "${name}": GET /api/v1/configurations lists the settings`);
  const { values } = switchTable[name];
  const match = values.find((one) => one === value.trim().toLowerCase());
  if (match === undefined)
    throw new Problem('UNPROCESSABLE', invalidValue(`setting "${name}"`, value, mustBeOneOf(values)));
  await setSwitch(tx, name, match);
}

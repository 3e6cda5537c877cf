import { Type } from 'typebox';
import { settingsTable } from '../../settings.ts';
import type { Resource } from '../resource.ts';

const Configuration = Type.Object({
  name: Type.String(),
  value: Type.String({ description: 'Empty where nothing is set, and for secrets' }),
  isSecret: Type.Boolean(),
  description: Type.String(),
});

/** The settings of the service, which its environment sets. */
export const configurations: Resource =
  ({ settings }) =>
  async (app) => {
    app.get(
      '/api/v1/configurations',
      {
        config: { access: 'configurations.manage' },
        schema: { tags: ['Operation'], response: { 200: Type.Array(Configuration) } },
      },
      async () =>
        Object.entries(settingsTable).map(([name, setting]) => {
          const isSecret = 'secret' in setting && setting.secret === true;
          const value = settings[name as keyof typeof settingsTable];
          return { name, value: isSecret ? '' : String(value ?? ''), isSecret, description: setting.about };
        }),
    );
  };

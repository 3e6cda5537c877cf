import { engineMemory } from '@millrace/engines';
import type { Context } from '../context.ts';
import { engineOptions } from '../engines/options.ts';
import { shownAt } from '../settings/files-at.ts';
import type { settingsTable } from '../settings/table.ts';

/** What a setting that leaves something open comes to on this machine. */
export interface DerivedSetting {
  readonly name: keyof typeof settingsTable;
  readonly value: string;
  readonly from: string;
}

/** What the service has worked out by itself from the machine, where its settings leave it open. */
export function derivedSettings({
  settings,
  sandbox,
}: Pick<Context, 'settings' | 'sandbox'>): readonly DerivedSetting[] {
  const { warm, sparks } = engineOptions(settings);
  const memory = engineMemory('spark', settings.MILLRACE_ENGINE_MEMORY, '512m');
  const all: readonly (DerivedSetting & { readonly isOpen: boolean })[] = [
    {
      name: 'MILLRACE_HOME',
      value: settings.home,
      from: 'the folder that the service was started in',
      isOpen: settings.MILLRACE_HOME !== settings.home,
    },
    {
      name: 'MILLRACE_FILES',
      value: shownAt(settings.files),
      from: 'the state folder',
      isOpen: settings.MILLRACE_FILES === '',
    },
    {
      name: 'MILLRACE_SANDBOX',
      value: sandbox,
      from: 'the capabilities of the system',
      isOpen: settings.MILLRACE_SANDBOX === 'auto',
    },
    {
      name: 'MILLRACE_ENGINE_MEMORY',
      value: `${Math.floor(memory / 2 ** 20)}m`,
      from: 'the memory of the machine',
      isOpen: settings.MILLRACE_ENGINE_MEMORY === undefined,
    },
    {
      name: 'MILLRACE_WARM_ENGINES',
      value: String(warm),
      from: 'the memory of the machine, and the number of concurrent runs',
      isOpen: settings.MILLRACE_WARM_ENGINES === undefined,
    },
    {
      name: 'MILLRACE_SPARK_PROCESSES',
      value: settings.MILLRACE_SPARK_REMOTE === undefined ? String(sparks) : '0',
      from: 'the memory of the machine and of each engine',
      isOpen: settings.MILLRACE_SPARK_PROCESSES === undefined,
    },
  ];
  return all.flatMap(({ isOpen, ...one }) => (isOpen ? [one] : []));
}

import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/may.ts';
import { settingsQuery, workedOutQuery, type Setting } from '../../api/queries-of-administration.ts';
import { settingsTexts } from '../../texts/admin/settings.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { AdminPage } from './admin-page.tsx';
import classes from './admin.module.css';

const texts = settingsTexts;

/** A value that the service worked out itself, and from what. */
interface DerivedValue {
  readonly value: string;
  readonly from: string;
}

const settingColumns = (
  valueOf: (setting: Setting) => string,
  derivedValueOf: (name: string) => DerivedValue | undefined,
): readonly Column<Setting>[] => [
  {
    key: 'name',
    title: texts.name,
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <span className="data" title={name}>
        {name}
      </span>
    ),
  },
  {
    key: 'value',
    title: texts.value,
    sortBy: valueOf,
    cell: (setting) => {
      const [value, derived] = [valueOf(setting), derivedValueOf(setting.name)];
      if (setting.isSecret || value === '')
        return <span className="soft">{setting.isSecret ? texts.secret : texts.unset}</span>;
      return (
        <span title={derived === undefined ? value : `${value}, ${texts.from(derived.from)}`}>
          <span className="data">{value}</span>
          {derived === undefined ? null : <span className="soft"> {texts.from(derived.from)}</span>}
        </span>
      );
    },
  },
  {
    key: 'about',
    title: texts.about,
    cell: ({ description }) => (
      <span className="soft" title={description}>
        {description}
      </span>
    ),
    wideOnly: true,
    grows: true,
  },
];

/** The settings of the service, without its secrets. */
export function Settings() {
  const enabled = useMay()('configurations.manage');
  const query = useQuery({ ...settingsQuery, enabled });
  const { data: workedOut = [] } = useQuery({ ...workedOutQuery, enabled });
  const derivedValueOf = (name: string) => workedOut.find((one) => one.name === name);
  const valueOf = ({ name, value, isSecret }: Setting): string =>
    isSecret ? texts.secret : (derivedValueOf(name)?.value ?? value);
  return (
    <AdminPage part="settings">
      <p className={classes.hint}>{texts.hint}</p>
      <Loaded query={query}>
        {(settings) => (
          <List
            label={texts.list}
            // settings that can change at run time are switched next to their state
            rows={settings.filter(({ isChangeable }) => !isChangeable)}
            columns={settingColumns(valueOf, derivedValueOf)}
            idOf={({ name }) => name}
            textOf={(one) => `${one.name} ${valueOf(one)} ${one.description}`}
            empty={<Empty title={texts.none} />}
          />
        )}
      </Loaded>
    </AdminPage>
  );
}

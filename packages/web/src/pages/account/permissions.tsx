import { useQuery } from '@tanstack/react-query';
import type { Me } from '../../api/queries.ts';
import { permissionsQuery } from '../../api/queries-of-administration.ts';
import { accountTexts } from '../../texts/account.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { permissionGroups } from '../admin/permissions.ts';
import classes from './account.module.css';

const texts = accountTexts;

/** The user's permissions in words. */
export function Permissions({ me }: { readonly me: Me }) {
  const query = useQuery(permissionsQuery);
  return (
    <Loaded query={query}>
      {(all) => {
        const groups = permissionGroups(me.isSuperuser ? all : me.permissions);
        if (groups.length === 0) return <Empty title={texts.noPermissions} />;
        return (
          <div className={classes.permissions}>
            <p className={classes.hint}>{me.isSuperuser ? texts.superuser : texts.permissionsHint}</p>
            {groups.map(({ title, permissions }) => (
              <section key={title} aria-label={title}>
                <h2>{title}</h2>
                <dl>
                  {permissions.map(({ name, title: may, sentence }) => (
                    <div key={name} title={name}>
                      <dt>{may}</dt>
                      <dd>{sentence}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        );
      }}
    </Loaded>
  );
}

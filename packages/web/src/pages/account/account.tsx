import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { meQuery } from '../../api/queries.ts';
import { accountTexts } from '../../texts/account.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { tabLink, Tabs } from '../../ui/tabs.tsx';
import { Page } from '../page.tsx';
import { PasswordForm } from './password-form.tsx';
import { Permissions } from './permissions.tsx';
import { ProfileForm } from './profile-form.tsx';
import { tabs, type Tab } from './search.ts';
import { Tokens } from './tokens.tsx';
import classes from './account.module.css';

const texts = accountTexts;

/** The user's own account: profile, permissions, and tokens of scripts. */
export function AccountPage() {
  const query = useQuery(meQuery);
  const { tab = 'profile' } = useSearch({ from: '/account' });
  return (
    <Page title={texts.title}>
      <AccountTabs tab={tab} />
      <Loaded query={query}>
        {(me) => {
          switch (tab) {
            case 'profile':
              return (
                <div className={classes.forms}>
                  <ProfileForm key={JSON.stringify([me.firstName, me.lastName, me.email])} me={me} />
                  <PasswordForm me={me} />
                </div>
              );
            case 'permissions':
              return <Permissions me={me} />;
            case 'tokens':
              return <Tokens />;
          }
        }}
      </Loaded>
    </Page>
  );
}

const AccountTabs = ({ tab }: { readonly tab: Tab }) => (
  <Tabs label={texts.parts}>
    {tabs.map((one) => (
      <Link
        key={one}
        to="/account"
        search={one === 'profile' ? {} : { tab: one }}
        aria-current={one === tab ? 'page' : undefined}
        {...tabLink}
      >
        {texts.tabs[one]}
      </Link>
    ))}
  </Tabs>
);

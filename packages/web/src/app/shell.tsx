import { Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { untilThere } from '../api/line.ts';
import { useMay } from '../api/may.ts';
import { meQuery } from '../api/queries.ts';
import { partsFor } from '../pages/admin/parts.ts';
import { commonTexts } from '../texts/common.ts';
import { finderTexts } from '../texts/finder.ts';
import { userTexts } from '../texts/user.ts';
import { accountTexts } from '../texts/account.ts';
import { LineStatus } from './line-status.tsx';
import { administration, topPages } from './breadcrumbs.ts';
import { SignedIn } from './session.tsx';
import classes from './shell.module.css';

const Finder = lazy(() => untilThere(() => import('./finder.tsx')));

/** The bars around every page. */
export function Shell() {
  // a page that has a bar of its own takes the whole window
  const isBare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isBare === true) });
  return (
    <>
      <SignedIn>
        <div className={classes.shell}>
          <a href="#content" className={classes.skip}>
            {commonTexts.skipToContent}
          </a>
          {isBare ? null : <Bar />}
          <main id="content" className={classes.content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </SignedIn>
      <LineStatus />
    </>
  );
}

/** `/` works outside fields; many keyboards have it above a digit. Ctrl or ⌘ with K works from within fields too. */
function isFindKey(event: KeyboardEvent): boolean {
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return !event.shiftKey && event.key.toLowerCase() === 'k';
  const target = event.target instanceof Element ? event.target : null;
  return event.key === '/' && target?.closest('input, textarea, select, [contenteditable="true"]') === null;
}

function Bar() {
  const mayAdministrate = partsFor(useMay()).length > 0;
  const all = mayAdministrate ? [...topPages, administration] : topPages;
  const [isFinding, setFinding] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isFindKey(event) || document.querySelector('dialog[open], [role="dialog"]') !== null) return;
      event.preventDefault();
      setFinding(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand}>
        <img src="/icon.svg" alt={commonTexts.product} width={20} height={20} />
        <span aria-hidden>{commonTexts.product}</span>
      </Link>
      <nav aria-label={commonTexts.navigation} className={classes.places}>
        {all.map(([to, title]) => (
          <Link key={to} to={to} className={classes.place} activeOptions={{ exact: to === '/' }}>
            {title}
          </Link>
        ))}
      </nav>
      <button type="button" className={classes.find} onClick={() => setFinding(true)} aria-keyshortcuts="Control+K">
        {finderTexts.button}
        <kbd aria-hidden>{finderTexts.keys}</kbd>
      </button>
      {isFinding ? (
        <Suspense>
          <Finder topPages={all} onClose={() => setFinding(false)} />
        </Suspense>
      ) : null}
      <Account />
    </header>
  );
}

/** The signed-in user, with their settings and sign-out. */
export function Account() {
  const { data: me } = useQuery(meQuery);
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = async (): Promise<void> => {
    await api.POST('/logout');
    // cached data of one user are not for the next
    client.clear();
    location.assign('/');
  };
  const name = [me?.firstName, me?.lastName].filter(Boolean).join(' ') || (me?.username ?? '');
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={classes.account}>
          {name.slice(0, 2).toUpperCase()}
          <VisuallyHidden>
            , {userTexts.menu}: {name}
          </VisuallyHidden>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.person}>{name}</Menu.Label>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/account" />}>{accountTexts.open}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{userTexts.theme}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((one) => (
          <Menu.Item
            key={one}
            role="menuitemradio"
            aria-checked={colorScheme === one}
            rightSection={colorScheme === one ? '✓' : null}
            onClick={() => setColorScheme(one)}
          >
            {userTexts[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{userTexts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

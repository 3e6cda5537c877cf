import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../api/may.ts';
import { meQuery } from '../../api/queries.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { Empty } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Page } from '../page.tsx';
import { parts, partsFor, type Part } from './parts.ts';
import { permissionText } from './permissions.ts';

const texts = administrationTexts;

interface AdminPageProps {
  readonly part: Part;
  /** Default: the name of its part. */
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of administration for permitted users; others see the permission that it needs. */
export function AdminPage({ part, title = texts.tabs[part], aside, children }: AdminPageProps) {
  const { data: me } = useQuery(meQuery);
  const may = useMay();
  const permission = parts.find(([name]) => name === part)?.[2] ?? '';
  if (me === undefined) return null;
  if (!may(permission))
    return (
      <Page title={texts.title}>
        <Empty title={texts.notAllowed}>{texts.notAllowedHint(permissionText(permission).title)}</Empty>
      </Page>
    );
  return (
    <Page title={title} aside={aside}>
      <Tabs label={texts.parts}>
        {partsFor(may).map(([name, to]) => (
          <Link key={name} to={to} aria-current={name === part ? 'page' : undefined}>
            {texts.tabs[name]}
          </Link>
        ))}
      </Tabs>
      {children}
    </Page>
  );
}

/** The first part that the user may view. */
export function Administration() {
  const { data: me } = useQuery(meQuery);
  const [first] = partsFor(useMay());
  if (me === undefined) return null;
  if (first !== undefined) return <Navigate to={first[1]} replace />;
  return (
    <Page title={texts.title}>
      <Empty title={texts.notAllowed}>{texts.nothingAllowedHint}</Empty>
    </Page>
  );
}

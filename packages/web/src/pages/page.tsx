import { useEffect, type ReactNode } from 'react';
import { commonTexts } from '../texts/common.ts';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}

/** A page with its heading, which also names the tab. */
export function Page({ title, children, aside }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${commonTexts.product}`;
  }, [title]);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{title}</h1>
        <div className={classes.aside}>{aside}</div>
      </div>
      {children}
    </div>
  );
}

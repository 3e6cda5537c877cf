import type { ReactNode } from 'react';

interface TitledSectionProps {
  /** The id of the title, unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a form under its title. */
export const TitledSection = ({ id, title, children }: TitledSectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

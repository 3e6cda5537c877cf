import { Fragment } from 'react';
import { partsOf } from './word-parts.ts';

/** A name that is made of words without spaces, which a narrow column breaks between words. */
export const Breakable = ({ text }: { readonly text: string }) =>
  partsOf(text).map((part, i) => (
    <Fragment key={i}>
      {i === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));

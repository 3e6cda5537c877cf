import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { downloadAddress, pictureQuery, sampleQuery, textQuery, type Entry } from '../../api/files.ts';
import { filesTexts } from '../../texts/files.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { count, size } from '../../ui/format.ts';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { indent } from './indent.ts';
import { viewOfTable } from './kinds.ts';
import { endingOf } from './paths.ts';
import classes from './preview.module.css';

const texts = filesTexts.preview;

const pictures: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};
const maxPictureBytes = 32_000_000;
/** The text part of a file from the service. */
const maxTextBytes = 64 << 10;

interface PreviewProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

/** The beginning of a file: rows, a picture, or text. Its content is never executed. */
export function Preview({ entry, onClose }: PreviewProps) {
  const { name, path, size: bytes, modificationTime } = entry;
  return (
    <section className={classes.preview} aria-label={texts.title(name)}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <CloseButton aria-label={texts.close} onClick={onClose} />
      </div>
      <p className={classes.facts}>
        {size(bytes)} · <Time at={modificationTime} /> ·{' '}
        <a href={downloadAddress(path)} download>
          {filesTexts.download}
        </a>
        {viewOfTable(name) === undefined ? null : (
          <>
            {' · '}
            <Link to="/datasets/new" search={{ path }}>
              {datasetTexts.make}
            </Link>
          </>
        )}
      </p>
      <Body entry={entry} />
    </section>
  );
}

function Body({ entry }: { readonly entry: Entry }) {
  const picture = pictures[endingOf(entry.name)];
  const view = viewOfTable(entry.name);
  if (entry.size === 0) return <Empty title={texts.empty} />;
  if (picture !== undefined)
    return entry.size > maxPictureBytes ? <Empty title={texts.tooLarge} /> : <Picture entry={entry} type={picture} />;
  if (view === 'none') return <Empty title={texts.noRows}>{texts.noRowsHint}</Empty>;
  return view === 'rows' ? <Rows entry={entry} /> : <Text entry={entry} />;
}

interface Loader<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
}

function Loader<T>({ query, children }: { readonly query: Loader<T>; readonly children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Waiting />;
  return <Failure error={query.error} again={() => void query.refetch()} />;
}

const Picture = ({ entry, type }: { readonly entry: Entry; readonly type: string }) => (
  <Loader query={useQuery(pictureQuery(entry, type))}>
    {(address) => <img className={classes.picture} src={address} alt={texts.picture(entry.name)} />}
  </Loader>
);

const Rows = ({ entry }: { readonly entry: Entry }) => (
  <Loader query={useQuery(sampleQuery(entry))}>
    {({ headers, cells, read, warnings }) => (
      <>
        <p className={classes.facts}>
          {read.whole && cells.length >= read.rows
            ? texts.allRows(count(cells.length), count(headers.length))
            : texts.firstRows(count(cells.length), count(headers.length))}
        </p>
        {warnings.map((warning) => (
          <p key={warning} className={classes.warning}>
            {warning}
          </p>
        ))}
        <DataTable
          label={texts.rows(entry.name)}
          columns={headers.map((name) => ({ name, type: '' }))}
          rows={cells}
          inAll={read.whole && cells.length >= read.rows ? undefined : read.whole ? read.rows : null}
        />
      </>
    )}
  </Loader>
);

const Text = ({ entry }: { readonly entry: Entry }) => (
  <Loader query={useQuery(textQuery(entry))}>
    {(text) =>
      isText(text) ? (
        <>
          {entry.size > maxTextBytes ? <p className={classes.facts}>{texts.firstBytes(size(maxTextBytes))}</p> : null}
          <pre className={`data ${classes.text}`} tabIndex={0} aria-label={texts.text(entry.name)} role="region">
            {indent(text)}
          </pre>
        </>
      ) : (
        <Empty title={texts.noText}>{texts.noTextHint}</Empty>
      )
    }
  </Loader>
);

/** Text has no NUL, and few characters that could not be read. */
const isText = (text: string): boolean =>
  !text.includes('\0') && [...text.matchAll(/\ufffd/g)].length <= text.length / 20;

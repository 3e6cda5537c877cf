import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../../api/queries.ts';
import { callOff } from '../../api/upload-in-parts.ts';
import { filesTexts } from '../../texts/files.ts';
import { size } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { Fault } from './fault.tsx';
import { storedUploads, useStoredUploads, type StoredUpload } from './stored-uploads.ts';
import { nameOf, partsOf } from './paths.ts';
import { useUploads } from './uploads.ts';
import classes from './uploads.module.css';

const texts = filesTexts.uploads;

/** Unfinished uploads of an earlier visit: they continue when their file is selected again. */
export function UnfinishedUploads() {
  const { data: me } = useQuery(meQuery);
  const items = useUploads();
  const uploads = useStoredUploads().filter(
    ({ owner, folder, name }) => owner === me?.id && !items.some((one) => one.folder === folder && one.name === name),
  );
  const [fault, setFault] = useState<Error>();
  if (uploads.length === 0) return null;
  const forget = async ({ address }: StoredUpload): Promise<void> => {
    setFault(undefined);
    try {
      await callOff(address);
      storedUploads.forget(address);
    } catch (error) {
      setFault(error as Error);
    }
  };
  return (
    <section className={classes.panel} aria-label={texts.left}>
      <div className={classes.head}>
        <h2>{texts.left}</h2>
      </div>
      <p className={classes.hint}>{texts.leftHint}</p>
      {fault === undefined ? null : <Fault error={fault} />}
      <ul className={classes.items}>
        {uploads.map((upload) => (
          <li key={upload.address}>
            <span className={classes.name} title={upload.name}>
              {upload.name}
            </span>
            <span className={classes.state}>
              {size(upload.size)} · <Time at={upload.at} /> ·{' '}
              <Link to="/files/$" params={{ _splat: partsOf(upload.folder).join('/') }}>
                {texts.leftIn(nameOf(upload.folder) || filesTexts.root)}
              </Link>
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={texts.forgetOf(upload.name)}
              onClick={() => void forget(upload)}
            >
              {texts.forget}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  datasetVersionQuery,
  datasetVersionsQuery,
  type DatasetRecord,
  type DatasetVersion,
} from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { changesBetween } from './changes.ts';
import { draftOf } from './draft.ts';
import classes from './dataset.module.css';

const texts = datasetTexts.versions;

interface VersionsProps {
  readonly id: number;
  /** The newest one. */
  readonly version: number;
  /** Restores the values to the form; undefined for users who may not change the dataset. */
  readonly onBringBack: ((then: DatasetRecord) => void) | undefined;
}

/** The author, time and changes of each version of a dataset, with a button to restore it. */
export function Versions({ id, version, onBringBack }: VersionsProps) {
  const query = useQuery(datasetVersionsQuery(id, version));
  const client = useQueryClient();
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set([version]));
  const bringBack = useMutation({
    mutationFn: (one: number) => client.ensureQueryData(datasetVersionQuery(id, one)),
    onSuccess: onBringBack,
  });
  const show = (one: number, isShown: boolean): void =>
    setOpen(new Set([...open, one].filter((other) => other !== one || isShown)));
  return (
    <>
      {bringBack.data === undefined ? null : (
        <p className={classes.restored} role="status">
          {texts.brought(String(bringBack.data.version))}
        </p>
      )}
      {bringBack.error === null ? null : (
        <p className={classes.warning} role="alert">
          {bringBack.error.message}
        </p>
      )}
      <Loaded query={query} rows={4}>
        {(versions) => (
          <ol className={classes.versions}>
            {versions.map((one, i) => (
              <li key={one.version}>
                <div className={classes.version}>
                  <strong>{texts.version(String(one.version))}</strong>
                  {i === 0 ? <span className="soft">{texts.current}</span> : null}
                  <span>{one.userName}</span>
                  <span className="soft">
                    <Time at={one.dateLastUpdated} />
                  </span>
                  {i === 0 || onBringBack === undefined ? null : (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={texts.bringBackOf(String(one.version))}
                      onClick={() => bringBack.mutate(one.version)}
                    >
                      {texts.bringBack}
                    </Button>
                  )}
                </div>
                <details open={open.has(one.version)} onToggle={(event) => show(one.version, event.currentTarget.open)}>
                  <summary aria-label={texts.show(String(one.version))}>{texts.changed}</summary>
                  {open.has(one.version) ? <Changes id={id} version={one} before={versions[i + 1]} /> : null}
                </details>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </>
  );
}

interface ChangesProps {
  readonly id: number;
  readonly version: DatasetVersion;
  readonly before: DatasetVersion | undefined;
}

function Changes({ id, version, before }: ChangesProps) {
  const versions = before === undefined ? [] : [before, version];
  const queries = useQueries({ queries: versions.map((one) => datasetVersionQuery(id, one.version)) });
  if (before === undefined) return <p className={classes.change}>{texts.first}</p>;
  const failedQuery = queries.find(({ error }) => error !== null);
  if (failedQuery?.error) return <p className={classes.change}>{failedQuery.error.message}</p>;
  const [from, to] = queries.map(({ data }) => data);
  if (from === undefined || to === undefined) return <Waiting rows={1} />;
  const changes = changesBetween(draftOf(from), draftOf(to));
  if (changes.length === 0) return <p className={classes.change}>{texts.same}</p>;
  return (
    <ul className={classes.changes}>
      {changes.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

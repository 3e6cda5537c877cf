import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { logQuery } from '../../api/queries-of-runs.ts';
import { runTexts } from '../../texts/run.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './execution.module.css';

/** The log of a run, with a search. */
export function Log({ id }: { readonly id: number }) {
  const [search, setSearch] = useState('');
  const query = useQuery(logQuery(id, useDeferredValue(search)));
  return (
    <details className={classes.log}>
      <summary>{runTexts.log}</summary>
      <TextInput
        size="xs"
        w={260}
        aria-label={runTexts.logFilter}
        placeholder={runTexts.logFilter}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Loaded query={query} rows={3}>
        {(log) => (
          <pre className="data" tabIndex={0}>
            {log}
          </pre>
        )}
      </Loaded>
    </details>
  );
}

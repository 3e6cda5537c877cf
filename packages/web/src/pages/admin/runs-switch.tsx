import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enginesQuery, switchRuns } from '../../api/queries-of-administration.ts';
import { serviceTexts } from '../../texts/admin/service.ts';
import { Question } from '../../ui/question.tsx';
import classes from './service.module.css';

const said = serviceTexts;

/** Switches runs on or off for everybody; to switch them off is asked first. */
export function RunsSwitch({ areOn }: { readonly areOn: boolean }) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const change = useMutation({
    mutationFn: (on: boolean) => switchRuns(on),
    onSuccess: async () => {
      setAsked(false);
      await client.invalidateQueries({ queryKey: enginesQuery.queryKey });
    },
  });
  return (
    <div className={classes.switch} data-off={!areOn}>
      <Switch
        label={said.runsOn}
        description={areOn ? said.on : said.off}
        checked={areOn}
        disabled={change.isPending}
        onChange={(event) => {
          change.reset();
          if (event.currentTarget.checked) change.mutate(true);
          else setAsked(true);
        }}
      />
      {change.error === null || isAsked ? null : (
        <p role="alert" className={classes.fault}>
          {said.notSwitched} {change.error.message}
        </p>
      )}
      <Question
        isOpen={isAsked}
        title={said.offTitle}
        yes={said.offYes}
        no={said.offNo}
        isBusy={change.isPending}
        error={change.error?.message}
        onYes={() => change.mutate(false)}
        onNo={() => setAsked(false)}
      >
        {said.offHint}
      </Question>
    </div>
  );
}

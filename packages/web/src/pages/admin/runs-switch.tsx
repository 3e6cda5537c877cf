import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enginesQuery, switchRuns } from '../../api/queries-of-administration.ts';
import { serviceTexts } from '../../texts/admin/service.ts';
import { Question } from '../../ui/question.tsx';
import classes from './service.module.css';

const texts = serviceTexts;

/** Switches runs on or off for all users; asks before it switches them off. */
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
        label={texts.runsOn}
        description={areOn ? texts.on : texts.off}
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
          {texts.notSwitched} {change.error.message}
        </p>
      )}
      <Question
        isOpen={isAsked}
        title={texts.offTitle}
        yes={texts.offYes}
        no={texts.offNo}
        isBusy={change.isPending}
        error={change.error?.message}
        onYes={() => change.mutate(false)}
        onNo={() => setAsked(false)}
      >
        {texts.offHint}
      </Question>
    </div>
  );
}

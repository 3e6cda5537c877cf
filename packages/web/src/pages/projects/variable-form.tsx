import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../api/problem.ts';
import { createVariable, updateVariable, type Variable, type VariableWords } from '../../api/queries-of-projects.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { filesTexts } from '../../texts/files.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { variablesTexts } from '../../texts/variables.ts';
import { FormAnswers } from '../../ui/form-answers.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { Fault } from '../files/fault.tsx';
import classes from './projects.module.css';

const texts = variablesTexts;

interface VariableFormProps {
  readonly projectId: number | null;
  readonly variable?: Variable;
  readonly onEnd: () => void;
}

const rule = /^[A-Za-z0-9_]{1,200}$/;

/** The form of a variable. */
export function VariableForm(props: VariableFormProps) {
  const { words, change, discard, isRestored, save, leave } = useVariableDraft(props);
  const [wasTried, setTried] = useState(false);
  const isWrong = !rule.test(words.name);
  // an incomplete input is not marked before it is invalid
  const isBlamed = isWrong && (wasTried || words.name !== '');
  const conflict = save.error instanceof ApiError && save.error.status === 409 ? save.error.message : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWrong) save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <TextInput
        label={columnsTexts.name}
        description={texts.nameRule}
        value={words.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={isBlamed ? texts.nameWrong : conflict}
        spellCheck={false}
        data-autofocus
      />
      <Textarea
        label={texts.value}
        rows={3}
        value={words.value}
        onChange={(event) => change({ value: event.currentTarget.value })}
        spellCheck={false}
        classNames={{ input: 'data' }}
      />
      <TextInput
        label={projectsTexts.description}
        value={words.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {save.error === null || conflict !== undefined ? null : <Fault error={save.error} />}
      <FormAnswers
        className={classes.answers}
        cancel={filesTexts.cancel}
        submit={projectsTexts.save}
        isBusy={save.isPending}
        onLeave={leave}
      />
    </form>
  );
}

/** The draft of a variable, and its save. */
function useVariableDraft({ projectId, variable, onEnd }: VariableFormProps) {
  const client = useQueryClient();
  const saved: VariableWords = {
    name: variable?.name ?? '',
    value: variable?.value ?? '',
    description: variable?.description ?? '',
  };
  const key = useDraftKey(`variable.${projectId ?? 'all'}.${variable?.id ?? 'new'}`);
  const { draft: words, change: edit, discard, isRestored } = useDraft(key, saved);
  const save = useMutation({
    mutationFn: async () => {
      await (variable === undefined ? createVariable(projectId, words) : updateVariable(variable.id, words));
      await client.invalidateQueries({ queryKey: ['projects'] });
    },
    onSuccess: () => leave(),
  });
  const change = (part: Partial<VariableWords>): void => {
    save.reset();
    edit(part);
  };
  const leave = (): void => {
    discard();
    onEnd();
  };
  return { words, change, discard, isRestored, save, leave };
}

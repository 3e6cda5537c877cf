import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { makeToken, tokensQuery, type Scope } from '../../api/queries-of-administration.ts';
import { accountTexts } from '../../texts/account.ts';
import { Checklist } from '../../ui/checklist.tsx';
import { Fault } from '../files/fault.tsx';
import classes from './account.module.css';

const texts = accountTexts;

const maxDays = 3_650;

const scopes = Object.keys(texts.scopes) as Scope[];

/** The permissions of most scripts. */
const usual: readonly Scope[] = ['read', 'run', 'write'];

const isDays = (text: string): boolean => /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= maxDays;

/** Creates a token and shows it once. */
export function NewToken() {
  const client = useQueryClient();
  const [days, setDays] = useState('90');
  const [description, setDescription] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(usual);
  const [wasTried, setTried] = useState(false);
  const make = useMutation({
    // the secret of a token is not cached
    gcTime: 0,
    mutationFn: () => makeToken(Number(days), description.trim(), [...scopes]),
    onSuccess: async () => {
      setDescription('');
      setTried(false);
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isDays(days) && scopes.length > 0) make.mutate();
  };
  return (
    <>
      <form onSubmit={submit} noValidate aria-label={texts.make}>
        <div className={classes.row}>
          <TextInput
            label={texts.description}
            placeholder={texts.descriptionHint}
            maxLength={1_000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            className={classes.wide}
          />
          <TextInput
            label={texts.days}
            inputMode="numeric"
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
            error={wasTried && !isDays(days) ? texts.daysWrong : undefined}
          />
          <Button type="submit" loading={make.isPending} className={classes.make}>
            {texts.make}
          </Button>
        </div>
        <div className={classes.scopes}>
          <ScopeList
            selected={scopes}
            onChange={setScopes}
            error={wasTried && scopes.length === 0 ? texts.scopesMissing : undefined}
          />
        </div>
      </form>
      {make.error === null ? null : <Fault error={make.error} />}
      {make.data === undefined ? null : (
        <NewTokenText key={make.data.id} token={make.data.accessToken} onPutAway={() => make.reset()} />
      )}
    </>
  );
}

interface ScopeListProps {
  readonly selected: readonly Scope[];
  readonly onChange: (selected: readonly Scope[]) => void;
  readonly error: string | undefined;
}

const ScopeList = ({ selected, onChange, error }: ScopeListProps) => (
  <Checklist
    label={texts.mayBeUsedTo}
    groups={[
      {
        options: scopes.map((value) => ({
          value,
          title: texts.scopes[value][0],
          hint: texts.scopes[value][1],
        })),
      },
    ]}
    selected={selected}
    onChange={(all) => onChange(scopes.filter((one) => all.includes(one)))}
    error={error}
  />
);

function NewTokenText({ token, onPutAway }: { readonly token: string; readonly onPutAway: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      // without TLS a browser has no clipboard to give
      await navigator.clipboard.writeText(token);
      setCopied(texts.copied);
    } catch {
      field.current?.select();
      setCopied(texts.copyByHand);
    }
  };
  return (
    <section className={classes.once} aria-label={texts.token}>
      <p>{texts.once}</p>
      <div className={classes.row}>
        <TextInput
          ref={field}
          aria-label={texts.token}
          value={token}
          readOnly
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: 'data' }}
          className={classes.wide}
        />
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button variant="default" onClick={onPutAway}>
          {texts.putAway}
        </Button>
      </div>
      <p role="status">{copied}</p>
    </section>
  );
}

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { api, dataOf, session } from '../api/client.ts';
import { ApiError } from '../api/problem.ts';
import { meQuery } from '../api/queries.ts';
import { signInTexts } from '../texts/sign-in.ts';
import { commonTexts } from '../texts/common.ts';
import { Failure } from '../ui/states.tsx';
import classes from './session.module.css';

/**
 * Shows the page to signed-in users and the sign-in form to others; the page beneath stays unchanged in the meantime.
 */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const me = useQuery(meQuery);
  const [isOut, setOut] = useState(false);
  const [firstId, setFirstId] = useState<number>();
  useEffect(() => {
    // any part of the page may be the first to notice it
    // a query that dispatches `signed-out` must not be the one that listens to it
    const leave = (): void => setOut(true);
    session.addEventListener('signed-out', leave);
    return () => session.removeEventListener('signed-out', leave);
  }, []);
  if (me.data !== undefined && firstId === undefined) setFirstId(me.data.id);
  if (me.data !== undefined && firstId !== undefined && me.data.id !== firstId) return <Anew />;
  if (me.data === undefined && isOut)
    return (
      <main className={classes.whole}>
        <SignIn onDone={() => setOut(false)} />
      </main>
    );
  if (me.data === undefined)
    return me.error === null ? null : <Failure error={me.error} again={() => void me.refetch()} />;
  return (
    <>
      {children}
      {isOut ? <SignInAgain onDone={() => setOut(false)} /> : null}
    </>
  );
}

/** Another user signed in: the previous user's data are dropped. */
function Anew() {
  useEffect(() => globalThis.location.replace('/'), []);
  return null;
}

/** Covers the page, which cannot be reached in the meantime, neither by mouse nor by keys. */
function SignInAgain({ onDone }: { readonly onDone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // closed before it is removed, it returns the focus to the earlier element
    return () => element?.close();
  }, []);
  return (
    // the keys of the page beneath are not meant
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.veil}
      aria-label={signInTexts.title}
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <SignIn notice={signInTexts.expired} onDone={onDone} />
    </dialog>
  );
}

interface SignInProps {
  readonly notice?: string;
  readonly onDone: () => void;
}

function SignIn({ notice, onDone }: SignInProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { signIn, fault, isBusy } = useSignIn(onDone);
  const address = useLocation({ select: ({ href }) => href });
  const methods = useQuery({
    queryKey: ['sign-in methods'],
    queryFn: () => dataOf(api.GET('/login/methods')),
    staleTime: Infinity,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void signIn(username, password);
  };
  return (
    <div className={classes.place}>
      <form className={classes.card} onSubmit={submit} aria-label={signInTexts.title}>
        <h1 className={classes.name}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          {commonTexts.product}
        </h1>
        {notice === undefined ? null : <p className="soft">{notice}</p>}
        <TextInput
          label={signInTexts.username}
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={signInTexts.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fault}
        />
        <Button type="submit" loading={isBusy}>
          {signInTexts.submit}
        </Button>
        {methods.data?.oidc === true ? (
          <Button component="a" href={`/login/oidc?to=${encodeURIComponent(address)}`} variant="default">
            {signInTexts.other}
          </Button>
        ) : null}
      </form>
    </div>
  );
}

/** Signs in, and loads again what the page shows. */
function useSignIn(onDone: () => void) {
  const client = useQueryClient();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const signIn = async (username: string, password: string): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      client.setQueryData(meQuery.queryKey, await dataOf(api.POST('/login', { body: { username, password } })));
      onDone();
      session.dispatchEvent(new Event('signed-in'));
      await client.invalidateQueries();
    } catch (error) {
      const wrong = error instanceof ApiError && error.status === 401;
      setFault(wrong ? signInTexts.wrong : error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { signIn, fault, isBusy };
}

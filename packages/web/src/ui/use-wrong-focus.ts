import { useEffect, useRef } from 'react';

/** A form whose first wrong field takes the focus once the service refuses it. */
export function useWrongFocus(isRefused: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const focusWrong = (): void => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  useEffect(() => {
    if (isRefused) focusWrong();
  }, [isRefused]);
  return { form, focusWrong };
}

import { Button, CloseButton, Progress } from '@mantine/core';
import { ApiError } from '../../api/problem.ts';
import { filesTexts } from '../../texts/files.ts';
import { count, size } from '../../ui/format.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { isInParts, isUnderWay, uploads, useUploads, type UploadItem } from './uploads.ts';
import classes from './uploads.module.css';

const texts = filesTexts.uploads;

/** Active uploads, and those that have stopped once. */
export const UploadPanel = () => (
  <>
    <UnfinishedUploads />
    <Uploads />
  </>
);

/** The uploads: the progress of each, with buttons to pause, continue and cancel it. */
export function Uploads() {
  const items = useUploads();
  if (items.length === 0) return null;
  const done = items.filter(({ state }) => state === 'done').length;
  const failed = items.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const isBusy = items.some(({ state }) => isUnderWay(state));
  return (
    <section className={classes.panel} aria-label={texts.title}>
      <div className={classes.head}>
        <h2>{texts.title}</h2>
        <span className="soft" role="status">
          {texts.done(count(done), count(items.length))}
        </span>
        {failed.length < 2 ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => uploads.again(...failed)}>
            {texts.againAll(count(failed.length))}
          </Button>
        )}
        {isBusy ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => uploads.clear()}>
            {texts.clear}
          </Button>
        )}
      </div>
      <ul className={classes.items}>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Item({ item }: { readonly item: UploadItem }) {
  const { id, name, file, state, sent, error } = item;
  const percent = file.size === 0 ? 100 : (100 * sent) / file.size;
  const isHalfway = state === 'sending' || state === 'offline' || state === 'paused';
  return (
    <li data-state={state}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.state}>
        {isHalfway ? texts.sending(size(sent), size(file.size)) : null}
        {state === 'sending' ? null : `${isHalfway ? ' · ' : ''}${texts.states[state]}`}
      </span>
      {(state === 'sending' || state === 'offline') && isInParts(item) ? (
        <Button size="compact-xs" variant="subtle" aria-label={texts.pauseOf(name)} onClick={() => uploads.pause(id)}>
          {texts.pause}
        </Button>
      ) : null}
      {state === 'paused' ? (
        <Button size="compact-xs" variant="subtle" aria-label={texts.goOnOf(name)} onClick={() => uploads.again(id)}>
          {texts.goOn}
        </Button>
      ) : null}
      {isUnderWay(state) || state === 'paused' ? (
        <CloseButton size="sm" aria-label={texts.cancel(name)} onClick={() => uploads.cancel(id)} />
      ) : state === 'failed' || state === 'cancelled' ? (
        <Button size="compact-xs" variant="subtle" aria-label={texts.againOf(name)} onClick={() => uploads.again(id)}>
          {texts.again}
        </Button>
      ) : null}
      {isHalfway ? (
        <Progress className={classes.progress} size={3} value={percent} aria-label={texts.progressOf(name)} />
      ) : null}
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {error.message} {error instanceof ApiError ? error.remedy : null}
        </p>
      )}
    </li>
  );
}

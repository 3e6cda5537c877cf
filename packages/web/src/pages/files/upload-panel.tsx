import { Button, CloseButton, Progress } from '@mantine/core';
import { ApiError } from '../../api/problem.ts';
import { texts } from '../../texts.ts';
import { count, size } from '../../ui/format.ts';
import { isUnderWay, uploads, useUploads, type UploadItem } from './uploads.ts';
import classes from './uploads.module.css';

const said = texts.files.uploads;

/** The files on their way: how far each is, and the way to call it off. */
export function UploadPanel() {
  const items = useUploads();
  if (items.length === 0) return null;
  const done = items.filter(({ state }) => state === 'done').length;
  const isBusy = items.some(({ state }) => isUnderWay(state));
  return (
    <section className={classes.panel} aria-label={said.title}>
      <div className={classes.head}>
        <h2>{said.title}</h2>
        <span className="soft" role="status">
          {said.done(count(done), count(items.length))}
        </span>
        {isBusy ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => uploads.clear()}>
            {said.clear}
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
  return (
    <li data-state={state}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.state}>
        {state === 'sending' ? said.sending(size(sent), size(file.size)) : said.states[state]}
      </span>
      {isUnderWay(state) ? (
        <CloseButton size="sm" aria-label={said.cancel(name)} onClick={() => uploads.cancel(id)} />
      ) : state === 'failed' || state === 'cancelled' ? (
        <Button size="compact-xs" variant="subtle" aria-label={said.againOf(name)} onClick={() => uploads.again(id)}>
          {said.again}
        </Button>
      ) : null}
      {state === 'sending' ? (
        <Progress className={classes.progress} size={3} value={percent} aria-label={said.progressOf(name)} />
      ) : null}
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {error.message} {error instanceof ApiError ? error.remedy : null}
        </p>
      )}
    </li>
  );
}

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './find-dialog.module.css';

export interface FindItem {
  readonly key: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly hint: string;
  readonly act: () => void;
}

export interface FindSection {
  readonly title: string;
  readonly items: readonly FindItem[];
}

interface FindDialogProps {
  readonly title: string;
  readonly placeholder: string;
  /** Label of the list of results. */
  readonly resultsLabel: string;
  /** Text for no results. */
  readonly none: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly sections: readonly FindSection[];
  readonly onClose: () => void;
}

/** A box over the page with a search field and results below it, which are selected by arrow keys and Enter. */
export function FindDialog({
  title,
  placeholder,
  resultsLabel,
  none,
  typed,
  onTyped,
  sections,
  onClose,
}: FindDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const items = sections.flatMap((section) => section.items);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const pick = (item: FindItem | undefined): void => {
    if (item === undefined) return;
    onClose();
    item.act();
  };
  const { index, setIndex, onKeyDown } = useKeyChoice(id, items, pick);
  return (
    // a click outside the box closes it, and Escape at once: `close` comes later, maybe after the key that opens it
    // again
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.box}
      aria-label={title}
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={classes.inner}>
        <input
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length === 0 ? undefined : `${id}-${index}`}
          aria-label={title}
          placeholder={placeholder}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            onTyped(event.currentTarget.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} role="listbox" aria-label={resultsLabel} className={classes.list} tabIndex={-1}>
          <Results id={id} sections={sections} index={index} onPoint={setIndex} onPick={pick} />
          {items.length === 0 ? <p className={classes.none}>{none}</p> : null}
        </div>
      </div>
    </dialog>
  );
}

/** The selected option, which arrow keys change and Enter picks. */
function useKeyChoice(id: string, items: readonly FindItem[], pick: (item: FindItem | undefined) => void) {
  const [requestedIndex, setRequestedIndex] = useState(0);
  // the results may become fewer
  const index = Math.min(requestedIndex, Math.max(0, items.length - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (index + step + items.length) % Math.max(1, items.length);
      setRequestedIndex(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(items[index]);
    }
  };
  return { index, setIndex: setRequestedIndex, onKeyDown };
}

interface ResultsProps {
  /** Prefix of the ids of the options. */
  readonly id: string;
  readonly sections: readonly FindSection[];
  /** The index of the selected option over all sections. */
  readonly index: number;
  readonly onPoint: (index: number) => void;
  readonly onPick: (item: FindItem) => void;
}

function Results({ id, sections, index, onPoint, onPick }: ResultsProps) {
  let number = 0;
  return (
    <>
      {sections.map((section) => (
        <div key={section.title} role="group" aria-label={section.title}>
          <div className={classes.heading} aria-hidden>
            {section.title}
          </div>
          {section.items.map((item) => {
            const i = number++;
            return (
              <div
                key={item.key}
                id={`${id}-${i}`}
                role="option"
                aria-selected={i === index}
                className={classes.item}
                onPointerMove={() => onPoint(i)}
                onClick={() => onPick(item)}
              >
                {item.icon}
                <span className={classes.title}>{item.title}</span>
                <span className={classes.hint}>{item.hint}</span>
              </div>
            );
          })}
        </div>
      ))}
    </>
  );
}

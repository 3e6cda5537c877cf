import { useEffect, useRef } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { useCommands } from '../state/commands.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import classes from './node-menu.module.css';

const texts = editorTexts.commands;
const titles: readonly string[] = [
  texts.add,
  texts.runTo,
  texts.runFrom,
  texts.rename,
  texts.duplicate,
  texts.openAsCode,
  texts.group,
  texts.ungroup,
  texts.fold,
  texts.takeOut,
  texts.delete,
];
/** Pixels of an item, with its share of the border. */
const itemHeight = 32;

/** The context menu of the selected nodes. */
export function NodeMenu() {
  const { ui } = useEnvironment();
  const at = useUi((state) => state.menu);
  const all = useCommands();
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (at === undefined) return;
    opener.current = document.activeElement;
    list.current?.querySelector('button')?.focus();
    const close = (): void => ui.setState({ menu: undefined });
    const outside = (event: PointerEvent): void => {
      if (!(event.target instanceof Node && list.current?.contains(event.target) === true)) close();
    };
    addEventListener('pointerdown', outside, true);
    return () => removeEventListener('pointerdown', outside, true);
  }, [at, ui]);
  if (at === undefined) return null;
  const commands = titles.flatMap((title) => all.filter((one) => one.title === title && one.applies?.() !== false));
  const step = (by: number): void => {
    const items = [...(list.current?.querySelectorAll('button') ?? [])];
    items.at((items.indexOf(document.activeElement as HTMLButtonElement) + by) % items.length)?.focus();
  };
  return (
    <div
      ref={list}
      role="menu"
      aria-label={editorTexts.nodeMenu}
      className={classes.menu}
      style={{
        left: Math.min(at.x, innerWidth - 240),
        top: Math.min(at.y, innerHeight - itemHeight * (commands.length + 1)),
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          ui.setState({ menu: undefined });
          if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
        }
        if (event.key === 'ArrowDown') step(1);
        if (event.key === 'ArrowUp') step(-1);
      }}
    >
      {commands.map(({ title, keys, act }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          className={classes.item}
          onClick={() => {
            ui.setState({ menu: undefined });
            act();
          }}
        >
          {title}
          <span>{keys}</span>
        </button>
      ))}
    </div>
  );
}

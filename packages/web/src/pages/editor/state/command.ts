import type { IconName } from '../canvas/icons.tsx';

/** A command, by name or by key. */
export interface Command {
  readonly title: string;
  readonly icon: IconName;
  /** Display text of its keys; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: string;
  readonly act: () => void;
  /** Key of the keyboard event, without modifiers, in lower case; absent if it has no shortcut. */
  readonly key?: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
  /** False if it is unavailable; absent for always available. */
  readonly applies?: () => boolean;
}

const isMac = /Mac|iP/.test(navigator.platform);

/** The display text of keys on this computer. */
export const keysText = (keys: string): string =>
  isMac ? keys.replace('Mod+', '⌘').replace('Shift+', '⇧') : keys.replace('Mod', 'Ctrl');

import type { IconName } from '../canvas/icons.tsx';

/** Something that can be done, by name or by key. */
export interface Command {
  readonly title: string;
  readonly icon: IconName;
  /** Keys as people write them; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: string;
  readonly act: () => void;
  /** Key of the keyboard event, without modifiers, in lower case; absent where no key does it. */
  readonly key?: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
  /** False where it has nothing to work on; absent where it always has. */
  readonly applies?: () => boolean;
}

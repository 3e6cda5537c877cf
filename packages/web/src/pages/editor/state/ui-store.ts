import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Where } from './adding.ts';
import type { Catalogue } from '../model/catalogue.ts';

/** What of the editor is open, and what it says. */
export interface UiState {
  /** The box that finds and adds is open, and what it adds goes there. */
  readonly adding: Where | undefined;
  readonly isHelpOpen: boolean;
  readonly isParametersOpen: boolean;
  readonly isCompatibilityOpen: boolean;
  readonly isRunOpen: boolean;
  /** The box that asks why something is saved is open. */
  readonly isCommentOpen: boolean;
  /** The box that leads edges by the keyboard is open. */
  readonly isJoining: boolean;
  readonly side: DataSide;
  readonly tab: DataTab;
  /** A word on what just happened or could not. */
  readonly notice: string | undefined;
  /** The save that is at work. */
  readonly saving: Promise<unknown> | undefined;
  /** The workflow that a new graph was saved as. */
  readonly madeId: number | undefined;
  /** False once the editor was left. */
  readonly isHere: boolean;
  /** True between the wish to run and the run. */
  readonly isStarting: boolean;
  /** When it was saved last, on this page. */
  readonly savedAt: number | undefined;
  /** When the draft was kept that is there again; undefined where none is, or it was noted. */
  readonly draftOf: number | undefined;
  /** Where the menu of the chosen nodes stands; undefined where it is shut. */
  readonly menu: { readonly x: number; readonly y: number } | undefined;
  /** The group that takes the focus once it is drawn. */
  readonly arriving: string | undefined;
  readonly isPaletteOpen: boolean;
  readonly isPanelOpen: boolean;
}

export type DataSide = 'output' | 'both';
export type DataTab = 'rows' | 'columns' | 'shown' | 'plan' | 'problems';

export type UiStore = StoreApi<UiState>;

export const makeUiStore = (): UiStore =>
  createStore(() => ({
    adding: undefined,
    isHelpOpen: false,
    isParametersOpen: false,
    isCompatibilityOpen: false,
    isRunOpen: false,
    isCommentOpen: false,
    isJoining: false,
    side: 'output',
    tab: 'rows',
    notice: undefined,
    saving: undefined,
    madeId: undefined,
    isHere: true,
    isStarting: false,
    savedAt: undefined,
    draftOf: undefined,
    menu: undefined,
    arriving: undefined,
    isPaletteOpen: innerWidth > 1_100,
    isPanelOpen: true,
  }));

interface EditorEnvironment {
  readonly ui: UiStore;
  readonly catalogue: Catalogue;
  readonly projectId: number | undefined;
  /** Who is signed in. */
  readonly userId: number;
  readonly workflowId: number | undefined;
  /** What the graph's draft is called in this browser: the workflow's id, once it has one. */
  readonly draft: number | string;
  /** False where the graph may be looked at and not changed. */
  readonly mayChange: boolean;
}

/** What stands still while a graph is drawn. */
export const EnvironmentContext = createContext<EditorEnvironment | null>(null);

export function useEnvironment(): EditorEnvironment {
  const found = useContext(EnvironmentContext);
  if (found === null) throw new Error('there is no editor around this');
  return found;
}

export const useUi = <T>(pick: (state: UiState) => T): T => useStore(useEnvironment().ui, pick);

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Where } from './adding.ts';
import type { Catalogue } from '../model/catalogue.ts';

/** Open boxes of the editor, and its notices. */
export interface UiState {
  /** The add box is open; it adds at this position. */
  readonly adding: Where | undefined;
  readonly isHelpOpen: boolean;
  readonly isParametersOpen: boolean;
  readonly isCompatibilityOpen: boolean;
  readonly isRunOpen: boolean;
  /** The comment dialog is open. */
  readonly isCommentOpen: boolean;
  /** The box that connects by the keyboard is open. */
  readonly isJoining: boolean;
  readonly side: DataSide;
  readonly tab: DataTab;
  /** Rows of each source that previews read. */
  readonly sample: number;
  /** Number of requests to show the rows of a node, from its settings. */
  readonly previews: number;
  /** The latest event. */
  readonly notice: string | undefined;
  /** The running save. */
  readonly saving: Promise<unknown> | undefined;
  /** The workflow that a new graph was saved as. */
  readonly savedAsId: number | undefined;
  /** False after the editor was left. */
  readonly isHere: boolean;
  /** True between the run command and the run. */
  readonly isStarting: boolean;
  /** True while selected nodes become code. */
  readonly isWritingCode: boolean;
  /** Time of the last save on this page. */
  readonly savedAt: number | undefined;
  /** Time of the restored draft; undefined if there is none, or its notice was closed. */
  readonly draftOf: number | undefined;
  /** Position of the menu of the selected nodes; undefined if it is closed. */
  readonly menu: { readonly x: number; readonly y: number } | undefined;
  /** The group that takes the focus once it is drawn. */
  readonly arriving: string | undefined;
  readonly isPaletteOpen: boolean;
  readonly isPanelOpen: boolean;
}

export type DataSide = 'output' | 'both';
export type DataTab = 'rows' | 'columns' | 'shown' | 'plan' | 'problems';

/** The sizes of a sample. */
export const samples = [1_000, 10_000, 100_000] as const;

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
    sample: samples[0],
    previews: 0,
    notice: undefined,
    saving: undefined,
    savedAsId: undefined,
    isHere: true,
    isStarting: false,
    isWritingCode: false,
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
  /** The signed-in user. */
  readonly userId: number;
  readonly workflowId: number | undefined;
  /** Name of the graph's draft in this browser: the workflow's id, once it has one. */
  readonly draft: number | string;
  /** False if the graph is read-only. */
  readonly mayChange: boolean;
}

/** The values that do not change while an editor is open. */
export const EnvironmentContext = createContext<EditorEnvironment | null>(null);

export function useEnvironment(): EditorEnvironment {
  const environment = useContext(EnvironmentContext);
  if (environment === null) throw new Error('there is no editor around this');
  return environment;
}

export const useUi = <T>(pick: (state: UiState) => T): T => useStore(useEnvironment().ui, pick);

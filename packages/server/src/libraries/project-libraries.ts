import { isPinned, type Library, type LibraryEnvironment } from '@millrace/engines/libraries';
import type { Libraries } from '@millrace/runner/libraries';
import type { Principal } from '../access/principal.ts';
import { filesOf, type RunSpace } from '../files/home.ts';
import { spacePath } from '../files/paths.ts';
import type { Db } from '../store/database.ts';

/** The libraries of a project as they are stored. */
export interface StoredLibraries {
  readonly libraries: readonly Library[];
  /** Id of the user who saved them last; null if there were never any. */
  readonly editor: number | null;
}

/** What a project lists. */
export async function librariesOf(db: Db, projectId: number): Promise<StoredLibraries> {
  const { libraries, librariesBy } = await db
    .selectFrom('projects')
    .select(['libraries', 'librariesBy'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { libraries: JSON.parse(libraries) as readonly Library[], editor: librariesBy };
}

/** The libraries of projects, for those who list them, and for their code. */
export class ProjectLibraries {
  readonly #space: RunSpace;
  readonly #libraries: Libraries;

  constructor(space: RunSpace, libraries: Libraries) {
    this.#space = space;
    this.#libraries = libraries;
  }

  /** Replaces the libraries of a project. Fails with RunError for one that cannot be used; nothing is saved then. */
  async save(db: Db, who: Principal, projectId: number, sources: readonly string[]): Promise<readonly Library[]> {
    await using files = await filesOf(this.#space, who);
    const paths = sources.map((source) => (isPinned(source) ? source : spacePath(source)));
    const libraries = await this.#libraries.read(paths, files);
    await db
      .updateTable('projects')
      .set({ libraries: JSON.stringify(libraries), librariesBy: who.id })
      .where('id', '=', projectId)
      .execute();
    return libraries;
  }

  /**
   * The libraries of a project as its code finds them, to be disposed of; undefined without any. Files are read as the user sees
   * them who has listed them: what others replace them by is refused. Fails with RunError.
   */
  async open(db: Db, projectId: number): Promise<LibraryEnvironment | undefined> {
    const { libraries, editor } = await librariesOf(db, projectId);
    if (libraries.length === 0) return undefined;
    const user = await db
      .selectFrom('users')
      .select(['username', 'isSuperuser'])
      .where('id', '=', editor ?? 0)
      .executeTakeFirst();
    // a user who is not known any more has no home
    const viewer = { username: user?.username ?? '', isSuperuser: user?.isSuperuser === 1 };
    await using files = await filesOf(this.#space, viewer);
    return await this.#libraries.open(libraries, files);
  }
}

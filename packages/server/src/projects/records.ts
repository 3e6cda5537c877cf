import type { Db } from '../store/database.ts';

/** Projects with the names of their owners, as lists and archives state them. */
export const projectRecords = (db: Db) =>
  db
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'projects.ownerId')
    .select([
      'projects.id',
      'projects.uuid',
      'projects.name',
      'projects.description',
      'projects.tag',
      'projects.compatibility',
      'users.username as createdBy',
    ]);

import { sql, type Expression, type SqlBool } from 'kysely';
import { storable } from './zero-bytes.ts';

/** True in SQL where a column holds this text somewhere, in whatever case (SQLite knows that of ASCII letters only). */
export const holdsText = (column: 'name', text: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${sql.ref(column)}) like lower(${`%${storable(text).replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`;

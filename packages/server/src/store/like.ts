import { sql, type Expression, type SqlBool } from 'kysely';
import { storable } from './zero-bytes.ts';

/** True in SQL if a column holds this text somewhere. The case of ASCII letters does not count: stores know of no others. */
export const holdsText = (column: 'name', text: string): Expression<SqlBool> => {
  const small = storable(text).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${small.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
};

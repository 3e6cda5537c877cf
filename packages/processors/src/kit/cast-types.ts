/** The types that columns can be cast to, as the interface spells them. */
export const castTypes = [
  'BOOLEAN',
  'BYTE',
  'DATE',
  'DECIMAL',
  'DOUBLE',
  'FLOAT',
  'INTEGER',
  'LONG',
  'SHORT',
  'STRING',
  'TIMESTAMP',
] as const;

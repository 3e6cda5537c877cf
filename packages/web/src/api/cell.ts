/** A value of a table as the service spells it. */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [name: string]: Cell };

/** A table value in the notation of the service. */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [name: string]: Cell };

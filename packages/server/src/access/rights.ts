/** What a member may do in a project; the numbers are added up. */
export const rights = { VIEW: 1, EDIT: 2, EXECUTE: 4, OWN: 8 } as const;

export type Right = keyof typeof rights;

export const allRights = rights.VIEW | rights.EDIT | rights.EXECUTE | rights.OWN;

/** True if these rights hold this one. Whoever may do anything may look. */
export const holds = (mask: number, right: Right): boolean =>
  right === 'VIEW' ? mask > 0 : (mask & (rights[right] | rights.OWN)) !== 0;

/** The rights that a number stands for, by name. */
export const rightNames = (mask: number): readonly Right[] =>
  (Object.keys(rights) as Right[]).filter((name) => (mask & rights[name]) !== 0);

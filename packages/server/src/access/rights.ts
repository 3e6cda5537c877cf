/** What a member may do in a project; the numbers are added up. */
export const rights = { VIEW: 1, EDIT: 2, EXECUTE: 4, OWN: 8 } as const;

export type Right = keyof typeof rights;

export const allRights = rights.VIEW | rights.EDIT | rights.EXECUTE | rights.OWN;

/** True where these rights hold this one. Whoever may do anything may look. */
export const holds = (given: number, right: Right): boolean =>
  right === 'VIEW' ? given > 0 : (given & (rights[right] | rights.OWN)) !== 0;

/** The rights that a number stands for, by name. */
export const rightNames = (given: number): readonly Right[] =>
  (Object.keys(rights) as Right[]).filter((name) => (given & rights[name]) !== 0);

import { membersTexts } from '../../texts/members.ts';

const texts = membersTexts;

/** Rights in words: an owner has all, and every right includes viewing. */
export function rightsInWords(rights: readonly string[]): string {
  if (rights.includes('OWN')) return texts.words.OWN;
  const words = (['EDIT', 'EXECUTE'] as const)
    .filter((right) => rights.includes(right))
    .map((right) => texts.words[right]);
  return [texts.words.VIEW, ...words].join(', ');
}

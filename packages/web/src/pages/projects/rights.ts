import { membersTexts } from '../../texts/members.ts';

const said = membersTexts;

/** Rights in words: who owns may do all, who may do anything may look. */
export function rightsInWords(rights: readonly string[]): string {
  if (rights.includes('OWN')) return said.words.OWN;
  const words = (['EDIT', 'EXECUTE'] as const)
    .filter((right) => rights.includes(right))
    .map((right) => said.words[right]);
  return [said.words.VIEW, ...words].join(', ');
}

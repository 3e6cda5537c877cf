import type { ModelUser } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';

const texts = modelsTexts;

/** Each workflow and each dashboard once, with every version that it uses, and where. */
export const usersInLines = (
  users: readonly ModelUser[],
): readonly { readonly user: ModelUser; readonly uses: readonly string[] }[] =>
  [...Map.groupBy(users, ({ kind, id }) => `${kind} ${id}`).values()].flatMap((all) => {
    const [user] = all;
    return user === undefined ? [] : [{ user, uses: [...new Set(all.map(useOf))] }];
  });

function useOf({ nodeId, version }: ModelUser): string {
  const used = version === null ? texts.uses.any : texts.oneVersion(version);
  return nodeId === null ? used : texts.uses.by(texts.uses.node(nodeId), used);
}

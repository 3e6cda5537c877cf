import { Type, type Static } from 'typebox';
import { AnyJson, component, Id, Millis, Nullable, Open } from '../http/types.ts';
import { VersionSummary } from '../models/records.ts';
import type { DashboardRow } from './save.ts';
import { itemStates } from './sheet-results.ts';

/** Keys of items are given back as they came. */
const Item = Type.Object(
  {
    id: AnyJson,
    name: AnyJson,
    description: AnyJson,
    type: AnyJson,
    nodeId: AnyJson,
    workflowId: AnyJson,
    workflowName: AnyJson,
    x: AnyJson,
    y: AnyJson,
  },
  Open,
);

const Sheet = Type.Object(
  { description: Type.String(), idx: Type.String(), name: Type.String(), type: AnyJson, items: Type.Array(Item) },
  Open,
);

/** A dashboard as the interface returns it. */
export const Dashboard = component(
  'Dashboard',
  Type.Object(
    {
      id: Id,
      uuid: Type.String(),
      name: Type.String(),
      category: Type.String(),
      description: Type.String(),
      projectId: Id,
      userId: Id,
      dateCreated: Millis,
      dateLastUpdated: Millis,
      version: Type.Integer({
        description: 'Number of the save; a save that sends it back fails if the dashboard has changed since',
      }),
      sheets: Type.Array(Sheet),
    },
    { additionalProperties: true },
  ),
);

/** What an item of a dashboard shows. */
export const ItemResult = Type.Object({
  itemId: Nullable(Id),
  type: Type.String(),
  nodeId: Type.String(),
  workflowId: Type.String(),
  executionId: Nullable(Id),
  endedAt: Nullable(Millis),
  outputs: Type.Array(AnyJson),
  latest: Nullable(
    Type.Object(
      { executionId: Id, status: Type.Integer(), startedAt: Millis },
      { description: 'The latest run of the workflow, whatever its outcome' },
    ),
  ),
  state: Type.Enum([...itemStates]),
  message: Nullable(Type.String()),
  model: Nullable(
    Type.Object(
      { ...VersionSummary.properties, modelId: Id, name: Type.String() },
      { description: 'The registered model that an item of type MODEL shows' },
    ),
  ),
});

/** A dashboard of the store, as the interface returns it. */
export function dashboardRecord({ content, ...row }: DashboardRow) {
  const stored = JSON.parse(content) as { sheets: Static<typeof Sheet>[] };
  return { ...stored, ...row };
}

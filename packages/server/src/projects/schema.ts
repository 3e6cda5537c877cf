import { COMPATIBILITIES } from '@millrace/workflow';
import { Type } from 'typebox';
import { component, Id, Millis, Nullable } from '../http/types.ts';

/** A project, as it is saved. */
export const Project = Type.Object({
  id: Id,
  uuid: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tag: Type.String(),
  /** Which Spark its workflows were made for, if they do not say so themselves. */
  compatibility: Type.String(),
  createdBy: Type.String(),
  dateCreated: Millis,
  dateLastUpdated: Millis,
});

/** What the caller may do in a project. */
const OwnRights = { rights: Type.Array(Type.String()) };

/** A project, with what the caller may do in it. */
export const OneProject = component('Project', Type.Object({ ...Project.properties, ...OwnRights }));

/** A project in a list, with the ids of the groups that share it; null for none. */
export const ListedProject = component(
  'ListedProject',
  Type.Object({
    ...Project.properties,
    ...OwnRights,
    sharedGroups: Nullable(Type.Array(Id)),
  }),
);

/** How many records of each kind a project holds. */
export const Counts = Type.Object({
  projectId: Id,
  workflows: Type.Integer(),
  trashedWorkflows: Type.Integer(),
  datasets: Type.Integer(),
  dashboards: Type.Integer(),
  schedules: Type.Integer(),
  variables: Type.Integer(),
});

/** A member of a project: a user or a group. */
export const Member = component(
  'Member',
  Type.Object({
    userId: Nullable(Id),
    groupId: Nullable(Id),
    rights: Type.Array(Type.String()),
  }),
);

export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const About = Type.Optional(Type.String({ maxLength: 10_000 }));
/** The Spark that a project is made for. */
export const ProjectCompatibility = Type.Optional(
  Type.Enum([...COMPATIBILITIES], {
    description: 'The Spark version that its workflows were made for, unless a workflow sets its own',
  }),
);

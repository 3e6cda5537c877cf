import { texts } from '../texts.ts';

/** A page that others lie below, and its name. */
export type Place = readonly [to: string, title: string];

export const places: readonly Place[] = [
  ['/', texts.home],
  ['/projects', texts.flows.projects.title],
  ['/workflows', texts.workflows],
  ['/executions', texts.executions],
  ['/datasets', texts.datasets],
  ['/models', texts.models.title],
  ['/dashboards', texts.dashboards.title],
  ['/files/$', texts.files.title],
  ['/schedules', texts.schedules],
  ['/processors', texts.processors],
];

/** The page of those who look after the service. */
export const administration: Place = ['/admin', texts.administration.title];

import { commonTexts } from '../texts/common.ts';
import { administrationTexts } from '../texts/administration.ts';
import { projectsTexts } from '../texts/projects.ts';
import { modelsTexts } from '../texts/models.ts';
import { dashboardsTexts } from '../texts/dashboards.ts';
import { filesTexts } from '../texts/files.ts';

/** A page with others below it, and its name. */
export type Breadcrumb = readonly [to: string, title: string];

export const topPages: readonly Breadcrumb[] = [
  ['/', commonTexts.home],
  ['/projects', projectsTexts.title],
  ['/workflows', commonTexts.workflows],
  ['/executions', commonTexts.executions],
  ['/datasets', commonTexts.datasets],
  ['/models', modelsTexts.title],
  ['/dashboards', dashboardsTexts.title],
  ['/files/$', filesTexts.title],
  ['/schedules', commonTexts.schedules],
  ['/processors', commonTexts.processors],
];

/** The page of administrators. */
export const administration: Breadcrumb = ['/admin', administrationTexts.title];

import { dayIn } from '../../ui/days.ts';

/** The search parameters of the audit log: its filters and page. */
export interface AuditSearch {
  readonly user?: number;
  readonly action?: string;
  /** Days in the reader's time, such as 2026-11-21; both are included. */
  readonly from?: string;
  readonly to?: string;
  /** From 1. */
  readonly page?: number;
}

export const auditSearch = (search: Record<string, unknown>): AuditSearch => {
  const { user, action, page } = search;
  const [from, to] = [dayIn(search['from']), dayIn(search['to'])];
  return {
    ...(Number.isSafeInteger(user) ? { user: Number(user) } : {}),
    ...(typeof action === 'string' && action !== '' ? { action: action.slice(0, 200) } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 ? { page: Math.min(Number(page), 1e9) } : {}),
  };
};

import type { FastifyRequest } from 'fastify';

/** True if text is asked for and JSON is not. */
export function wantsText({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\btext\/plain\b/i.test(accept) && !/json|\*\/\*/i.test(accept);
}

/** True for a browser that shows pages. */
export const wantsPage = ({ headers: { accept = '' } }: FastifyRequest): boolean => /\btext\/html\b/i.test(accept);

import type { DocumentFormat } from '@millrace/processors';
import type { DocumentKind } from './document.ts';

/** The writers of documents, each loaded when it is first asked for. */
export const loadKind: Readonly<Record<DocumentFormat, () => Promise<DocumentKind>>> = {
  pdf: async () => (await import('./pdf.ts')).pdf(),
  docx: async () => (await import('./docx.ts')).docx,
  html: async () => (await import('./html.ts')).html,
};

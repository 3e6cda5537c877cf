/** Where lines may end. Source: Unicode Standard Annex 14. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place, in UTF-16 units from the beginning; null after the last. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}

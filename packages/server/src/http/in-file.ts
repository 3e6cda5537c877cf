import { Problem } from '../problems.ts';

/** The name of a file as a sentence can hold it. */
export const quoteName = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);

/** What is wrong with a document is reported with its file. */
export async function inFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors } = error;
    throw new Problem(
      error.code === 'MALFORMED' ? 'UNPROCESSABLE' : error.code,
      `file ${quoteName(file)}: ${error.message}`,
      {
        ...(errors === undefined ? {} : { errors }),
      },
    );
  }
}

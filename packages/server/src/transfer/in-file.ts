import { Problem } from '../http/problems.ts';
import { shown } from './read-archive.ts';

/** What is wrong with a document is told with its file. */
export async function inFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors } = error;
    throw new Problem(error.code === 'MALFORMED' ? 'UNPROCESSABLE' : error.code, `${shown(file)}: ${error.message}`, {
      ...(errors === undefined ? {} : { errors }),
    });
  }
}

/** Why readers may give other rows on Sail than on Spark, in words that several of them use. */
export const inputFileNames = 'input file names';
export const partitionFolders = 'partition columns in folder names';
export const readerOption = (name: string): string => `the reader option "${name}"`;

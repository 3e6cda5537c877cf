/** The values of a field named `storageLevel`, which any node may have (interface, "Field"). */
export const STORAGE_LEVELS = [
  'DEFAULT',
  'NONE',
  'DISK_ONLY',
  'DISK_ONLY_2',
  'MEMORY_ONLY',
  'MEMORY_ONLY_2',
  'MEMORY_ONLY_SER',
  'MEMORY_ONLY_SER_2',
  'MEMORY_AND_DISK',
  'MEMORY_AND_DISK_2',
  'MEMORY_AND_DISK_SER',
  'MEMORY_AND_DISK_SER_2',
  'OFF_HEAP',
] as const;

export type StorageLevel = (typeof STORAGE_LEVELS)[number];

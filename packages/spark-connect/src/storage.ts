import { create } from '@bufbuild/protobuf';
import { StorageLevelSchema, type StorageLevel } from './proto.ts';

const level = (useDisk: boolean, useMemory: boolean, deserialized: boolean, replication = 1, useOffHeap = false) => ({
  useDisk,
  useMemory,
  useOffHeap,
  deserialized,
  replication,
});

/** Spark's storage levels by name. Source: org.apache.spark.storage.StorageLevel. */
export const storageLevels = {
  NONE: level(false, false, false),
  DISK_ONLY: level(true, false, false),
  DISK_ONLY_2: level(true, false, false, 2),
  MEMORY_ONLY: level(false, true, true),
  MEMORY_ONLY_2: level(false, true, true, 2),
  MEMORY_ONLY_SER: level(false, true, false),
  MEMORY_ONLY_SER_2: level(false, true, false, 2),
  MEMORY_AND_DISK: level(true, true, true),
  MEMORY_AND_DISK_2: level(true, true, true, 2),
  MEMORY_AND_DISK_SER: level(true, true, false),
  MEMORY_AND_DISK_SER_2: level(true, true, false, 2),
  OFF_HEAP: level(true, true, false, 1, true),
} as const;

export type StorageLevelName = keyof typeof storageLevels;

export const storageLevel = (name: StorageLevelName): StorageLevel => create(StorageLevelSchema, storageLevels[name]);

/**
 * SQLite's codes of what the system has refused, because of a quota or a limit of size too: a write, its way to the disk, and
 * more room for the index of writes that the database has not taken yet (SQLITE_IOERR_WRITE, _FSYNC, _SHMSIZE).
 */
const writeErrors: readonly unknown[] = [778, 1034, 4874];

/** SQLite's codes of a file that another process uses, without their extended part. */
const [busy, locked] = [5, 6];

interface Told {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly message: string;
}

/** Errors of a disk that is full, of the store's and the file system's. */
export const isDiskFull = (error: Told): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'].includes(String(error.code)) ||
  writeErrors.includes(error.errcode) ||
  /database or disk is full/i.test(error.message);

/** A store that has gone, ends or starts, or is held by a user: PostgreSQL's codes, the network's, the words of its client, SQLite's. */
export const isStoreAway = (error: Told): boolean =>
  /^(57P0[1-3]|08\d{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
    String(error.code),
  ) ||
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout/.test(
    error.message,
  ) ||
  [busy, locked].includes(Number(error.errcode ?? 0) & 0xff);

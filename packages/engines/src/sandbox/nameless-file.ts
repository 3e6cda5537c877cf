import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A path at which processes of this user read these bytes for as long as this process lives. The file has no name, so none
 * is left behind.
 */
export function namelessFile(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-'));
  try {
    const file = join(folder, 'bytes');
    writeFileSync(file, bytes, { mode: 0o400 });
    return `/proc/${process.pid}/fd/${openSync(file, 'r')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export { BackupError } from './archive.ts';
export { backUp } from './backup.ts';
export { restore } from './restore.ts';
export { readSettings } from '../settings/settings.ts';
export { SettingError } from '../settings/kinds.ts';
export { HomeInUseError } from '../store/home-lock.ts';

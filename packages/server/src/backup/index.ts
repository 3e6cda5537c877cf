export { BackupError } from './archive.ts';
export { backUp } from './backup.ts';
export { restore } from './restore.ts';
export { readSettings, SettingError } from '../settings/settings.ts';
export { HomeInUseError } from '../store/home-lock.ts';

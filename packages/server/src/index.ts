// All that stands here is read at every start: heavy parts have subpaths of their own, and are imported where they
// are first used (`typebox/value` takes 0.45 s, nodemailer 0.1 to 0.4 s).
export { readSettings, type Settings } from './settings/settings.ts';
export { SettingError } from './settings/kinds.ts';
export { settingsTable } from './settings/table.ts';
export { startService, type Service, type ServiceOptions } from './service.ts';
export { rotateKeys, type Rotated } from './connections/rotate-keys.ts';
export { HomeInUseError } from './store/home-lock.ts';
export { resetPassword } from './access/reset-password.ts';

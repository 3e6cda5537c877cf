export { readSettings, SettingError, settingsTable, type Settings } from './settings.ts';
export { startService, type Service, type ServiceOptions } from './service.ts';
export { rotateKeys, type Rotated } from './access/rotate-keys.ts';
export { HomeInUseError } from './store/home-lock.ts';
export { resetPassword } from './access/reset-password.ts';

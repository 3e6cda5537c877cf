export { profile, type ColumnProfile, type Frequent, type Profile, type ProfileOptions } from './profile.ts';
export type { Bins } from './bins.ts';

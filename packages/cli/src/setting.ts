/** A setting of the environment; one that is set and empty is not set, as the service has it. */
export const settingOf = (env: NodeJS.ProcessEnv, name: string): string | undefined => env[name] || undefined;

import type { Environment } from './config.ts'

/** Settings that an earlier release had and this one does not read, with what to do instead. */
export const REMOVED_SETTINGS: Record<string, string> = {}

/** Sentences about settings of an earlier release. */
export function findRemovedSettings(
  environment: Environment,
  removed: Record<string, string> = REMOVED_SETTINGS,
): string[] {
  return Object.entries(removed).flatMap(([name, advice]) =>
    environment[name] ? [`${name} is no longer a setting: ${advice}`] : [],
  )
}

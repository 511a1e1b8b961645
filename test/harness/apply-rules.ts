import { readConfig } from '../../src/platform/config/config.ts'
import type { AutocommitDb, Db } from '../../src/platform/db/database.ts'
import { applyRetention, type RetentionRule } from '../../src/platform/retention.ts'

/** Applies the retention rules of one module, with the default configuration except for `settings`. */
export async function applyRules(
  db: Db,
  rules: RetentionRule[],
  now: Date,
  settings: Record<string, string> = {},
): Promise<void> {
  const config = readConfig({ LYCEUM_ENV: 'test', ...settings })
  for (const rule of rules) await applyRetention(db as AutocommitDb, rule, { config, now })
}

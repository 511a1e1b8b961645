import { runtimeSettingsChanged } from '../../../events/site-settings.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { NOTHING_STORED, type StoredRuntimeSettings } from './runtime-settings.ts'

export async function getStoredRuntimeSettings(db: Db): Promise<StoredRuntimeSettings> {
  const [stored] = await db<StoredRuntimeSettings>`
    select is_sign_up_open as "isSignUpOpen", are_stakes_on as "areStakesOn", general_limit as "generalLimit",
      creator_limits as "creatorLimits", grant_limits as "grantLimits", two_factor_roles as "twoFactorRoles", version, updated_at as "updatedAt"
    from runtime_settings`
  return stored ?? NOTHING_STORED
}

type Replacement = Omit<StoredRuntimeSettings, 'updatedAt'> & { now: Date }

/**
 * Puts the settings in the place of the old ones. Throws `settings_changed` if `version` is not the stored one. One change
 * at a time: the lock lasts until commit.
 */
export async function replaceRuntimeSettings(
  tx: Tx,
  { version, now, ...wanted }: Replacement,
): Promise<{ before: StoredRuntimeSettings; after: StoredRuntimeSettings }> {
  // The row may not exist yet, so the one row that always exists is locked.
  await tx`select from site_setup for no key update`
  const before = await getStoredRuntimeSettings(tx)
  if (before.version !== version)
    throw errors.settings_changed({ extra: { expected: version, current: before.version } })
  const after = { ...wanted, version: version + 1, updatedAt: now }
  const { version: _, updatedAt: __, ...old } = before
  if (Bun.deepEquals(old, wanted)) return { before, after: before }
  await tx`
    insert into runtime_settings (version, is_sign_up_open, are_stakes_on, general_limit, creator_limits,
      grant_limits, two_factor_roles, updated_at)
    values (${after.version}, ${wanted.isSignUpOpen}, ${wanted.areStakesOn}, ${wanted.generalLimit}::jsonb,
      ${wanted.creatorLimits}::jsonb, ${wanted.grantLimits}::jsonb,
      ${wanted.twoFactorRoles}::jsonb, ${now})
    on conflict (only_row) do update set version = excluded.version, is_sign_up_open = excluded.is_sign_up_open,
      are_stakes_on = excluded.are_stakes_on, general_limit = excluded.general_limit,
      creator_limits = excluded.creator_limits, grant_limits = excluded.grant_limits,
      two_factor_roles = excluded.two_factor_roles, updated_at = excluded.updated_at`
  tx.emit(runtimeSettingsChanged({ at: now.toISOString() }))
  return { before, after }
}

import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { CheckStaff } from '../../../platform/http/caller.ts'
import { hasOwnTwoFactor } from '../../accounts/public/own-account.ts'
import { getRuntimeSettings, type SettingsDeps } from '../../site-settings/public/runtime-settings-cache.ts'

/**
 * Refuses staff whose role must use two-factor sign-in and who have not turned it on. The account is read for every request,
 * so staff go on as soon as they have turned it on. Other roles cost no read.
 */
export function createTwoFactorCheck(deps: SettingsDeps & { db: Db; pipelinedDb: Db }): CheckStaff {
  return async ({ userId, role }) => {
    const { twoFactorRoles } = await getRuntimeSettings(deps, deps.db)
    if (!twoFactorRoles.some((required) => required === role)) return
    if (!(await hasOwnTwoFactor(deps.pipelinedDb, userId))) throw commonErrors.two_factor_setup_required()
  }
}

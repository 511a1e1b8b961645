import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type RegisterUser, registerUser } from '../accounts/public/register-user.ts'
import { getRuntimeSettings, type SettingsDeps } from '../site-settings/public/runtime-settings-cache.ts'
import { errors } from './errors.ts'

/**
 * Creates the account of a visitor. Throws `sign_up_closed` if the operator has closed the sign-up; the setup and the
 * command line create accounts without this check.
 */
export async function registerLearner(
  tx: Tx,
  deps: SettingsDeps,
  user: RegisterUser,
): Promise<{ userId: UserId }> {
  await requireSignUpOpen(tx, deps)
  return registerUser(tx, user)
}

export async function requireSignUpOpen(tx: Tx, deps: SettingsDeps): Promise<void> {
  const { isSignUpOpen } = await getRuntimeSettings(deps, tx)
  if (!isSignUpOpen) throw errors.sign_up_closed()
}

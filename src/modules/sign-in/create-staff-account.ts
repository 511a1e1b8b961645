import type { Role } from '../../platform/http/caller.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  findAccountByEmail,
  lockAccount,
  updatePasswordHash,
  updateRole,
} from '../accounts/public/account.ts'
import { registerUser } from '../accounts/public/register-user.ts'
import { revokeAllSessions } from '../sessions/public/revoke-sessions.ts'
import { closeSetup } from '../site-settings/public/setup.ts'
import { claimUnverifiedAccount } from './claim-unverified-account.ts'

interface NewStaffAccount {
  email: string
  username: string
  passwordHash: string
  role: Role
  now: Date
}

interface StaffAccount {
  userId: UserId
  existed: boolean
  /** True if the account existed with an unverified e-mail address. */
  wasUnverified?: boolean
}

/**
 * Creates an account with a role, or gives the role to the existing account. Only the command line calls it. An
 * unverified account may have been registered by another person, so it is claimed and gets the given password.
 */
export async function createStaffAccount(tx: Tx, staff: NewStaffAccount): Promise<StaffAccount> {
  const created = await createAccountIfMissing(tx, staff)
  if (!created.existed) return created
  const { userId } = created
  const { role, passwordHash, now } = staff
  const account = await lockAccount(tx, userId)
  const wasUnverified = account?.emailVerifiedAt === null
  if (account && wasUnverified) {
    await claimUnverifiedAccount(tx, { account, now })
    await updatePasswordHash(tx, userId, passwordHash)
  }
  await updateRole(tx, userId, role)
  // Access tokens contain the role.
  await revokeAllSessions(tx, userId, 'role changed', now)
  return { ...created, wasUnverified }
}

/**
 * Creates an account with a verified e-mail address. Does not change an existing account. An administrator closes the
 * setup in the browser.
 */
export async function createAccountIfMissing(
  tx: Tx,
  { email, username, passwordHash, role, now }: NewStaffAccount,
): Promise<StaffAccount> {
  if (role === 'ADMIN') await closeSetup(tx, now)
  const existing = await findAccountByEmail(tx, email)
  if (existing) return { userId: existing.id, existed: true }
  const { userId } = await registerUser(tx, {
    email,
    username,
    passwordHash,
    details: {},
    verification: 'done',
    allowReservedUsername: true,
    address: 'command line',
    now,
  })
  await updateRole(tx, userId, role)
  return { userId, existed: false }
}

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
  /** Of an account that was there: nobody had proved its address. */
  wasUnverified?: boolean
}

/**
 * Makes an account with a role, or gives the role to whoever has the address. For the command line only. Whoever registered
 * an address that they have not proved may be waiting for this: then every way in of theirs ends, and the password is
 * the one that was given here.
 */
export async function createStaffAccount(tx: Tx, staff: NewStaffAccount): Promise<StaffAccount> {
  const created = await createAccountIfMissing(tx, staff)
  if (!created.existed) return created
  const { userId } = created
  const { role, passwordHash, now } = staff
  const account = await lockAccount(tx, userId)
  const wasUnverified = account?.emailVerifiedAt === null
  if (wasUnverified) {
    await claimUnverifiedAccount(tx, { userId, now })
    await updatePasswordHash(tx, userId, passwordHash)
  }
  await updateRole(tx, userId, role)
  // A token carries the role, so those that carry the old one end.
  await revokeAllSessions(tx, userId, 'role changed', now)
  return { ...created, wasUnverified }
}

/** Makes an account whose address needs no proof, and leaves one alone that is there already. */
export async function createAccountIfMissing(
  tx: Tx,
  { email, username, passwordHash, role, now }: NewStaffAccount,
): Promise<StaffAccount> {
  const existing = await findAccountByEmail(tx, email)
  if (existing) return { userId: existing.id, existed: true }
  const { userId } = await registerUser(tx, {
    email,
    username,
    passwordHash,
    details: {},
    emailIsVerified: true,
    allowReservedUsername: true,
    address: 'command line',
    now,
  })
  await updateRole(tx, userId, role)
  return { userId, existed: false }
}

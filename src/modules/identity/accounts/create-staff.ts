import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { takeOverUnproved } from '../email/take-over-unproved.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { findAccountByEmail, lockAccount, updatePasswordHash, updateRole } from './queries.ts'
import { registerUser } from './register-user.ts'

interface NewPerson {
  email: string
  username: string
  passwordHash: string
  role: Role
  now: Date
}

interface MadePerson {
  userId: UserId
  existed: boolean
  /** Of an account that was there: nobody had proved its address. */
  wasUnproved?: boolean
}

/**
 * Makes an account with a role, or gives the role to whoever has the address. For the command line only. Whoever registered
 * an address that they have not proved may be waiting for this: then every way in of theirs ends, and the password is
 * the one that was given here.
 */
export async function createStaff(tx: Tx, person: NewPerson): Promise<MadePerson> {
  const made = await createUnlessKnown(tx, person)
  if (!made.existed) return made
  const { userId } = made
  const { role, passwordHash, now } = person
  const account = await lockAccount(tx, userId)
  const wasUnproved = account?.emailVerifiedAt === null
  if (wasUnproved) {
    await takeOverUnproved(tx, { userId, now })
    await updatePasswordHash(tx, userId, passwordHash)
  }
  await updateRole(tx, userId, role)
  // A token carries the role, so those that carry the old one end.
  await revokeAllSessions(tx, userId, 'role changed', now)
  return { ...made, wasUnproved }
}

/** Makes an account whose address needs no proof, and leaves one alone that is there already. */
export async function createUnlessKnown(
  tx: Tx,
  { email, username, passwordHash, role, now }: NewPerson,
): Promise<MadePerson> {
  const holder = await findAccountByEmail(tx, email)
  if (holder) return { userId: holder.id, existed: true }
  const { userId } = await registerUser(tx, {
    email,
    username,
    passwordHash,
    details: {},
    emailIsVerified: true,
    isStaff: true,
    address: 'command line',
    now,
  })
  await updateRole(tx, userId, role)
  return { userId, existed: false }
}

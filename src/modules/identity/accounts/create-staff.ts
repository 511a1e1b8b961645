import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { findAccountByEmail, updateRole } from './queries.ts'
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
}

/** Makes an account with a role, or gives the role to whoever has the address. For the command line only. */
export async function createStaff(tx: Tx, person: NewPerson): Promise<MadePerson> {
  const made = await createUnlessKnown(tx, person)
  if (made.existed) {
    await updateRole(tx, made.userId, person.role)
    // A token carries the role, so those that carry the old one end.
    await revokeAllSessions(tx, made.userId, 'role changed', person.now)
  }
  return made
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

import { deleteAccount } from '../../modules/account-lifecycle/public/delete-account.ts'
import { EmailSchema, PasswordSchema, UsernameSchema } from '../../modules/accounts/public/account-fields.ts'
import { checkPasswordStrength, hashPassword } from '../../modules/accounts/public/password.ts'
import { getUserRecord } from '../../modules/accounts/public/user-records.ts'
import { findDeletionState } from '../../modules/accounts/public/user-status.ts'
import { createStaffAccount } from '../../modules/sign-in/create-staff-account.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { ROLES, type Role } from '../../platform/http/caller.ts'
import { isId, type UserId } from '../../platform/ids.ts'
import { withPlatform } from './with-platform.ts'

/** Erases accounts by their ids. Who is gone already stays gone; an id of nobody ends it with 1. */
export async function eraseUsers(environment: Environment, ids: string[]): Promise<void> {
  const wrong = ids.filter((id) => !isId(id))
  if (wrong.length > 0) return failWith(`${wrong.join(', ')}: not the id of a user`)
  await withPlatform(readConfig(environment), async (platform) => {
    for (const id of ids as UserId[]) {
      const accounts = await findDeletionState(platform.db, [id])
      if (accounts.get(id)?.isDeleted) {
        console.log(`${id} had left before.`)
        continue
      }
      await getUserRecord(platform.db, id)
      await platform.write((tx) => deleteAccount(tx, { userId: id, now: now() }))
      console.log(`${id} is forgotten; files and the queue's memory go when the service runs.`)
    }
  })
}

interface AdminOptions {
  email: string
  username?: string
  role: string
}

/** The first admin is made here, never by an endpoint. */
export async function createAdmin(environment: Environment, options: AdminOptions): Promise<void> {
  const role = ROLES.find((known) => known === options.role.toUpperCase() && known !== 'USER')
  if (!role) return failWith('--role must be ADMIN, SUPPORT or CREATOR')
  const email = EmailSchema.safeParse(options.email)
  if (!email.success) return failWith('--email must be an e-mail address')
  const username = UsernameSchema.safeParse(
    options.username ?? options.email.split('@')[0]?.replaceAll(/[^A-Za-z0-9_.]/g, '_'),
  )
  if (!username.success) return failWith('--username must have 3 to 30 letters, digits, _ or .')
  const given = PasswordSchema.safeParse(
    environment.LYCEUM_ADMIN_PASSWORD ??
      prompt('Password (10 to 128 characters, ignored for an account whose address is proved):') ??
      '',
  )
  if (!given.success) return failWith('The password must have 10 to 128 characters.')
  checkPasswordStrength(given.data, email.data)

  await withPlatform(readConfig(environment), async (platform) => {
    const passwordHash = await hashPassword(given.data)
    const { existed, wasUnverified } = await platform.write((tx) =>
      createStaffAccount(tx, {
        email: email.data,
        username: username.data,
        passwordHash,
        role: role as Role,
        now: now(),
      }),
    )
    const password = wasUnverified
      ? 'nobody had proved that address, so the password is the one given here'
      : 'the password stays'
    console.log(
      existed
        ? `${email.data} has the role ${role} now; ${password}.`
        : `${email.data} (${username.data}) was made, with the role ${role}.`,
    )
  })
}

function failWith(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

import { createStaff } from '../../modules/identity/accounts/create-staff.ts'
import { deleteAccount } from '../../modules/identity/accounts/delete-account.ts'
import { listHolders } from '../../modules/identity/accounts/list-holders.ts'
import { checkPasswordStrength, hashPassword } from '../../modules/identity/accounts/password.ts'
import { EmailSchema, PasswordSchema, UsernameSchema } from '../../modules/identity/accounts/user.ts'
import { getUser } from '../../modules/identity/administration/get-user.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config.ts'
import { ROLES, type Role } from '../../platform/http/caller.ts'
import { isId, type UserId } from '../../platform/ids.ts'
import { withPlatform } from './with-platform.ts'

/** Erases accounts by their ids. Who is gone already stays gone; an id of nobody ends it with 1. */
export async function forgetUsers(environment: Environment, ids: string[]): Promise<void> {
  const wrong = ids.filter((id) => !isId(id))
  if (wrong.length > 0) return complain(`${wrong.join(', ')}: not the id of a user`)
  await withPlatform(readConfig(environment), async (platform) => {
    for (const id of ids as UserId[]) {
      const holders = await listHolders(platform.db, [id])
      if (holders.get(id)?.hasLeft) {
        console.log(`${id} had left before.`)
        continue
      }
      await getUser(platform.db, id)
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
  if (!role) return complain('--role must be ADMIN, SUPPORT or CREATOR')
  const email = EmailSchema.safeParse(options.email)
  if (!email.success) return complain('--email must be an e-mail address')
  const username = UsernameSchema.safeParse(
    options.username ?? options.email.split('@')[0]?.replaceAll(/[^A-Za-z0-9_.]/g, '_'),
  )
  if (!username.success) return complain('--username must have 3 to 30 letters, digits, _ or .')
  const given = PasswordSchema.safeParse(
    environment.LYCEUM_ADMIN_PASSWORD ??
      prompt('Password (10 to 128 characters, ignored for an account whose address is proved):') ??
      '',
  )
  if (!given.success) return complain('The password must have 10 to 128 characters.')
  checkPasswordStrength(given.data, email.data)

  await withPlatform(readConfig(environment), async (platform) => {
    const passwordHash = await hashPassword(given.data)
    const { existed, wasUnproved } = await platform.write((tx) =>
      createStaff(tx, {
        email: email.data,
        username: username.data,
        passwordHash,
        role: role as Role,
        now: now(),
      }),
    )
    const password = wasUnproved
      ? 'nobody had proved that address, so the password is the one given here'
      : 'the password stays'
    console.log(
      existed
        ? `${email.data} has the role ${role} now; ${password}.`
        : `${email.data} (${username.data}) was made, with the role ${role}.`,
    )
  })
}

function complain(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

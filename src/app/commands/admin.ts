import { deleteAccount } from '../../modules/account-lifecycle/public/delete-account.ts'
import { EmailSchema, PasswordSchema, UsernameSchema } from '../../modules/accounts/public/account-fields.ts'
import { checkPasswordStrength, hashPassword } from '../../modules/accounts/public/password.ts'
import { getUserRecord } from '../../modules/accounts/public/user-records.ts'
import { findDeletionState } from '../../modules/accounts/public/user-status.ts'
import { createStaffAccount } from '../../modules/sign-in/create-staff-account.ts'
import { resetTwoFactor } from '../../modules/sign-in/reset-two-factor.ts'
import {
  getStoredRuntimeSettings,
  replaceRuntimeSettings,
} from '../../modules/site-settings/public/replace-runtime-settings.ts'
import {
  changesBetween,
  recordOperatorAuditEntry,
} from '../../modules/staff-access/public/record-audit-entry.ts'
import { now } from '../../platform/clock.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import { ROLES, type Role } from '../../platform/http/caller.ts'
import { isId, type UserId } from '../../platform/ids.ts'
import { EXIT_CODES, failWith } from './exit-codes.ts'
import { withPlatform, withUnchangedPlatform } from './with-platform.ts'

/** Deletes accounts by id. Skips deleted accounts; an unknown id is an error. */
export async function eraseUsers(
  environment: Environment,
  ids: string[],
  { dryRun }: { dryRun?: boolean } = {},
): Promise<void> {
  const wrong = ids.filter((id) => !isId(id))
  if (wrong.length > 0) return failWith(`${wrong.join(', ')}: not a user id`)
  const run = dryRun ? withUnchangedPlatform : withPlatform
  await run(readConfig(environment), async (platform) => {
    for (const id of ids as UserId[]) {
      const accounts = await findDeletionState(platform.db, [id])
      if (accounts.get(id)?.isDeleted) {
        console.log(`${id} was already deleted.`)
        continue
      }
      const { email } = await getUserRecord(platform.db, id)
      if (dryRun) {
        console.log(`Dry run: ${id} (${email}) would be deleted.`)
        continue
      }
      await platform.write((tx) => deleteAccount(tx, { userId: id, now: now() }))
      console.log(`${id} was deleted. The running service deletes its files and queued jobs.`)
    }
  })
}

/** Turns two-factor sign-in of an account off, for a user who lost the authenticator and the recovery codes. */
export async function resetTwoFactorOf(environment: Environment, address: string): Promise<void> {
  const email = EmailSchema.safeParse(address)
  if (!email.success) return failWith(`${address}: not an e-mail address`)
  await withPlatform(readConfig(environment), async (platform) => {
    const at = now()
    const reset = await platform.write(async (tx) => {
      const account = await resetTwoFactor(tx, { email: email.data, now: at })
      if (account?.wasEnabled) {
        const { userId } = account
        const subject = { kind: 'user', id: userId }
        const change = { before: { is2FAEnabled: true }, after: { is2FAEnabled: false } }
        await recordOperatorAuditEntry(tx, { name: 'user.two_factor_reset', subject, userId, ...change }, at)
      }
      return account
    })
    if (!reset) return failWith(`No account has the address ${email.data}.`, EXIT_CODES.refused)
    console.log(
      reset.wasEnabled
        ? `Two-factor sign-in of ${email.data} is off, every device is signed out, and the user is told by mail.`
        : `Two-factor sign-in of ${email.data} was not on.`,
    )
  })
}

interface AdminOptions {
  email: string
  username?: string
  role: string
}

/** Creates a staff account, or changes the role of an existing account. The first admin can also be created in the browser. */
export async function createAdmin(environment: Environment, options: AdminOptions): Promise<void> {
  const role = ROLES.find((known) => known === options.role.toUpperCase() && known !== 'USER')
  if (!role) return failWith('--role must be ADMIN, MODERATOR, SUPPORT or CREATOR')
  const email = EmailSchema.safeParse(options.email)
  if (!email.success) return failWith('--email must be an e-mail address')
  const username = UsernameSchema.safeParse(
    options.username ?? options.email.split('@')[0]?.replaceAll(/[^A-Za-z0-9_.]/g, '_'),
  )
  if (!username.success) return failWith('--username must have 3 to 30 letters, digits, _ or .')
  const given = PasswordSchema.safeParse(
    environment.LYCEUM_ADMIN_PASSWORD ??
      prompt('Password (10 to 128 characters, ignored for an account with a verified address):') ??
      '',
  )
  if (!given.success) return failWith('The password must have 10 to 128 characters.')
  checkPasswordStrength(given.data, email.data)

  await withPlatform(readConfig(environment), async (platform) => {
    const passwordHash = await hashPassword(given.data)
    const at = now()
    const { existed, wasUnverified } = await platform.write(async (tx) => {
      const account = await createStaffAccount(tx, {
        email: email.data,
        username: username.data,
        passwordHash,
        role: role as Role,
        now: at,
      })
      const { userId } = account
      const change = { subject: { kind: 'user', id: userId }, userId, before: null, after: { role } }
      await recordOperatorAuditEntry(tx, { name: 'user.role_changed', ...change }, at)
      return account
    })
    const password = wasUnverified
      ? 'the address was not verified, so the password was replaced'
      : 'the password was not changed'
    console.log(
      existed
        ? `${email.data} now has the role ${role}; ${password}.`
        : `${email.data} (${username.data}) was created with the role ${role}.`,
    )
  })
}

/** Stores the limits of grants, also higher ones. Administrators can only lower them in the browser. */
export async function setGrantLimits(environment: Environment, gems: string, xp: string): Promise<void> {
  const isLimit = (text: string) => /^\d{1,9}$/.test(text)
  if (!isLimit(gems) || !isLimit(xp)) return failWith('The limits must be whole numbers; 0 is no limit.')
  const grantLimits = { gems: Number(gems), xp: Number(xp) }
  await withPlatform(readConfig(environment), async (platform) => {
    const at = now()
    await platform.write(async (tx) => {
      const { updatedAt: _, ...stored } = await getStoredRuntimeSettings(tx)
      const { before, after } = await replaceRuntimeSettings(tx, { ...stored, grantLimits, now: at })
      const changes = changesBetween(before, after)
      const subject = { kind: 'settings', id: 'runtime' }
      if (changes) await recordOperatorAuditEntry(tx, { name: 'settings.updated', subject, ...changes }, at)
    })
    console.log(
      `An administrator may grant ${limitText(grantLimits.gems)} gems and ${limitText(grantLimits.xp)} XP a day alone.`,
    )
  })
}

function limitText(limit: number): string {
  return limit === 0 ? 'any number of' : `at most ${limit}`
}

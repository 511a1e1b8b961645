import { updateRole } from '../../../modules/accounts/public/account.ts'
import { hasAdmin } from '../../../modules/accounts/public/has-admin.ts'
import { registerUser } from '../../../modules/accounts/public/register-user.ts'
import { replaceSiteSettings } from '../../../modules/site-settings/public/replace-site-settings.ts'
import { closeSetup } from '../../../modules/site-settings/public/setup.ts'
import type { SiteSettingsInput } from '../../../modules/site-settings/public/site-settings.ts'
import { recordAuditEntry } from '../../../modules/staff-access/public/record-audit-entry.ts'
import { withCommit } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { importDemoCatalogueJob } from '../../demo/demo-content.ts'
import { errors } from './errors.ts'

export interface SetUpSite {
  email: string
  username: string
  passwordHash: string
  settings: SiteSettingsInput
  demoContent: 'all' | 'none'
  address: string
  now: Date
}

/**
 * Creates the first administrator and stores the settings. The shipped courses are imported by a job of the same
 * transaction, so that a crash loses neither. Of concurrent calls one succeeds.
 */
export async function setUpSite(tx: Tx, setup: SetUpSite): Promise<{ id: UserId; role: 'ADMIN' }> {
  const { email, username, passwordHash, settings, demoContent, address, now } = setup
  if (!(await closeSetup(tx, now))) throw errors.setup_closed()
  // An administrator who was made by hand in the database: the mark stays.
  if (await hasAdmin(tx)) throw withCommit(errors.setup_closed())
  const { userId } = await registerUser(tx, {
    email,
    username,
    passwordHash,
    details: { language: settings.language },
    // The operator has the start log, which is more than a mailbox proves.
    verification: 'done',
    allowReservedUsername: true,
    address,
    now,
  })
  await updateRole(tx, userId, 'ADMIN')
  const { before, after } = await replaceSiteSettings(tx, { ...settings, now })
  const subject = { kind: 'site', id: 'site' }
  const entry = {
    name: 'site.set_up' as const,
    subject,
    before: { ...before },
    after: { ...after, demoContent },
  }
  await recordAuditEntry(tx, entry, { caller: { userId, role: 'ADMIN' }, address, now })
  if (demoContent === 'all') tx.enqueue(importDemoCatalogueJob, {})
  return { id: userId, role: 'ADMIN' }
}

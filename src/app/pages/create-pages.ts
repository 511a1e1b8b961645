import { badgePages } from '../../modules/badges/pages.ts'
import { capstonePages } from '../../modules/capstones/pages.ts'
import { certificatePages } from '../../modules/certificates/pages.ts'
import { defaultAvatarPages } from '../../modules/profiles/pages.ts'
import type { PlainRoute } from '../../platform/http/server.ts'
import type { JobRunner } from '../../platform/jobs/runner.ts'
import type { OpenPlatform } from '../opening/open-platform.ts'
import { filePages } from './files.ts'
import { databaseCheck, healthPages } from './health.ts'
import { ipfsPages } from './ipfs.ts'
import { mailboxPages } from './mailbox.ts'
import { type Documents, referencePages } from './reference.ts'

/** Whether this process works, for whoever sends it requests. */
export function createHealthPages(
  { database, replica, chain }: OpenPlatform,
  jobs: JobRunner | undefined,
): PlainRoute[] {
  return healthPages([
    databaseCheck(database),
    ...(jobs ? [{ name: 'jobs', check: () => jobs.isHealthy() }] : []),
    // Without it the primary answers.
    ...(replica ? [{ name: 'replica', isVital: false, check: () => replica.isInUse }] : []),
    // Only what is read from the chain needs it, so requests may come without.
    ...(chain.isOn ? [{ name: 'chain', isVital: false, check: () => chain.isHealthy() }] : []),
  ])
}

/** What people and browsers get outside the API, module by module. */
export function createPages(platform: OpenPlatform, documents: Documents): PlainRoute[] {
  const { db, storage, config } = platform
  return [
    ...referencePages(documents),
    // Before the public files, whose path would take theirs.
    ...capstonePages(platform),
    ...filePages(storage),
    ...defaultAvatarPages(),
    ...badgePages(),
    ...certificatePages(platform),
    ...ipfsPages(db),
    ...(config.production ? [] : mailboxPages(db)),
  ]
}

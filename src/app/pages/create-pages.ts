import { badgeImageRoutes } from '../../modules/badges/image-routes.ts'
import { submissionFileRoutes } from '../../modules/capstones/file-routes.ts'
import { certificatePages } from '../../modules/certificates/pages.ts'
import { defaultAvatarPages } from '../../modules/profiles/pages.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import type { JobRunner } from '../../platform/jobs/job-runner.ts'
import type { RunningPlatform } from '../bootstrap/create-platform.ts'
import { visitorLanguages } from '../web/public-pages/visitor-choices.ts'
import { filePages } from './files.ts'
import { databaseCheck, healthPages } from './health.ts'
import { ipfsPages } from './ipfs.ts'
import { mailboxPages } from './mailbox.ts'
import { createMetricsCheck } from './metrics-access.ts'
import { type Documents, referencePages } from './reference/reference-pages.ts'
import { undoPages } from './undo/undo-pages.ts'

export function createHealthPages(
  { config, database, replica, redis, chain, storageWatch }: RunningPlatform,
  jobs: JobRunner | undefined,
  isDraining: () => boolean,
): PlainRoute[] {
  const checks = [
    databaseCheck(database),
    ...(jobs ? [{ name: 'jobs', check: () => jobs.isHealthy() }] : []),
    // Reads go to the primary while the replica is unavailable.
    ...(replica ? [{ name: 'replica', isVital: false, check: () => replica.isInUse }] : []),
    // Messages go by NOTIFY and strict limits are rows while Redis is unavailable.
    ...(redis ? [{ name: 'redis', isVital: false, check: () => redis.isUp() }] : []),
    // Most requests need no files.
    { name: 'storage', isVital: false, check: () => storageWatch.check() },
    // Most requests do not need the chain.
    ...(chain.isEnabled ? [{ name: 'chain', isVital: false, check: () => chain.isHealthy() }] : []),
  ]
  return healthPages(checks, createMetricsCheck(config), isDraining)
}

/** Pages and files outside of the API. */
export function createPages(platform: RunningPlatform, documents: Documents): PlainRoute[] {
  const { db, storage, config } = platform
  return [
    ...referencePages(documents),
    // Before the public files, whose path also matches.
    ...submissionFileRoutes(platform),
    ...filePages(storage),
    ...defaultAvatarPages(),
    ...badgeImageRoutes(),
    ...certificatePages({ ...platform, languagesOf: visitorLanguages }),
    ...ipfsPages(db),
    ...undoPages(platform),
    ...(config.production ? [] : mailboxPages(platform)),
  ]
}

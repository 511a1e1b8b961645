import { tidyBattles } from '../modules/battles/jobs.ts'
import { tidyIdentity } from '../modules/identity/jobs.ts'
import { foldBoards } from '../modules/leaderboards/jobs.ts'
import { foldMovesForAMinute } from '../modules/leaderboards/milestones/fold-moves.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
import { auditLedger } from '../modules/rewards/audit-ledger.ts'
import { now } from '../platform/clock.ts'
import { deleteOldKeys } from '../platform/http/idempotency.ts'
import { type CronLine, defineJob, handles, type JobHandler } from '../platform/jobs/declare.ts'
import { deleteFullBuckets } from '../platform/limits/postgres.ts'
import { log } from '../platform/log.ts'
import { createPostman } from '../platform/mail/deliver.ts'
import { sendMail } from '../platform/mail/mail.ts'
import { gauge } from '../platform/metrics.ts'
import type { Platform } from '../platform/platform.ts'

const sweepMail = defineJob<Record<string, never>>('mail.sweep', { retries: 0 })
const tidyUp = defineJob<Record<string, never>>('platform.tidy_up', { retries: 0 })
const auditBooks = defineJob<Record<string, never>>('rewards.audit_ledger', {
  retries: 1,
  timeLimitSeconds: 3_600,
  concurrency: 1,
})

/** Every job, and what does it. */
export function createJobHandlers(platform: Platform): JobHandler[] {
  const { db, config, storage } = platform
  const postman = createPostman(platform.database, config.mail)
  return [
    handles(sendMail, ({ mailId }) => postman.deliver(mailId)),
    handles(sweepMail, () => postman.sweep()),
    handles(deleteAvatar, async ({ data }) => {
      if (data.avatarKey) await storage.delete(data.avatarKey)
    }),
    handles(foldBoards, (_, { signal }) => foldMovesForAMinute(platform, signal)),
    handles(tidyUp, async () => {
      await deleteFullBuckets(db)
      await deleteOldKeys(db)
      await tidyIdentity(db, now())
      await tidyBattles(db, now())
    }),
    handles(auditBooks, async () => {
      const { faults } = await auditLedger(platform.database)
      for (const fault of faults) log.error({ fault }, 'the books do not close')
      gauge('lyceum_ledger_faults', 'Faults that the last audit of the books found', () => faults.length)
    }),
  ]
}

/** The timetable, in UTC. */
export const TIMETABLE: CronLine[] = [
  { declaration: sweepMail, cron: '*/5 * * * *' },
  { declaration: tidyUp, cron: '17 * * * *' },
  { declaration: foldBoards, cron: '* * * * *' },
  { declaration: auditBooks, cron: '40 3 * * *' },
]

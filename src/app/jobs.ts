import { mintOwed, mintUnlocked } from '../modules/badges/jobs.ts'
import { mintBadge } from '../modules/badges/mint-badge.ts'
import { mintOwedBadges } from '../modules/badges/mint-owed-badges.ts'
import { takeOwed } from '../modules/certificates/jobs.ts'
import { takeOwedSteps } from '../modules/certificates/take-owed-steps.ts'
import { tidyIdentity } from '../modules/identity/jobs.ts'
import { foldBoards } from '../modules/leaderboards/jobs.ts'
import { foldMovesForAMinute } from '../modules/leaderboards/milestones/fold-moves.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
import { auditLedger } from '../modules/rewards/audit-ledger.ts'
import { settleAll, settleRewards } from '../modules/settlement/settle-rewards.ts'
import { makeMissingWallets, wantWallets } from '../modules/wallet/accounts/make-missing-wallets.ts'
import { tidyWallet } from '../modules/wallet/jobs.ts'
import { forgetOldAttempts } from '../platform/chain/relayer/forget-old-attempts.ts'
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
    handles(wantWallets, (_, { signal }) =>
      makeMissingWallets(platform, (owner, salt) => platform.chain.accountAddress(owner, salt), {
        now: now(),
        signal,
      }),
    ),
    handles(settleAll, async (_, { signal }) => {
      await settleRewards(platform, { now: now(), signal })
    }),
    handles(mintUnlocked, ({ data: { userId, badgeType } }) =>
      platform.write((tx) => mintBadge(tx, { userId, badgeType, publicUrl: config.publicUrl, now: now() })),
    ),
    handles(mintOwed, async (_, { signal }) => {
      await mintOwedBadges(platform, { now: now(), signal })
    }),
    handles(takeOwed, async (_, { signal }) => {
      await takeOwedSteps(platform, { now: now(), signal })
    }),
    handles(tidyUp, async () => {
      await deleteFullBuckets(db)
      await deleteOldKeys(db)
      await tidyIdentity(db, now())
      await tidyWallet(db, now())
      await forgetOldAttempts(db, now())
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
  { declaration: settleAll, cron: '*/2 * * * *' },
  { declaration: takeOwed, cron: '* * * * *' },
  { declaration: mintOwed, cron: '*/2 * * * *' },
  { declaration: auditBooks, cron: '40 3 * * *' },
]

import { tallyDone } from '../modules/admin/figures/tally.ts'
import { auditBooks, tallyDays } from '../modules/admin/jobs.ts'
import { runAudit } from '../modules/admin/ledger/run-audit.ts'
import { countForBadge } from '../modules/badges/history/count-back.ts'
import { countBack, mintOwed, mintUnlocked } from '../modules/badges/jobs.ts'
import { mintBadge } from '../modules/badges/mint-badge.ts'
import { mintOwedBadges } from '../modules/badges/mint-owed-badges.ts'
import { assessSubmission, sweepSubmissions } from '../modules/capstones/assessment/assess-submission.ts'
import { createLlmAssessor } from '../modules/capstones/assessment/llm-assessor.ts'
import { rulesAssessor } from '../modules/capstones/assessment/rules-assessor.ts'
import { deleteUnclaimedFiles, sweepFiles } from '../modules/capstones/files/store-files.ts'
import { assessSubmissionJob, deleteFilesJob, sweepSubmissionsJob } from '../modules/capstones/jobs.ts'
import { takeOwed } from '../modules/certificates/jobs.ts'
import { takeOwedSteps } from '../modules/certificates/steps/take-owed-steps.ts'
import { bringToEnd } from '../modules/contests/ending/bring-to-end.ts'
import { remindParticipants } from '../modules/contests/ending/remind-participants.ts'
import { sweepContests } from '../modules/contests/ending/sweep-contests.ts'
import {
  remindParticipantsJob,
  renewDemoContestsJob,
  settleContestJob,
  sweepContestsJob,
} from '../modules/contests/jobs.ts'
import { foldBoards } from '../modules/leaderboards/jobs.ts'
import { foldMovesForAMinute } from '../modules/leaderboards/milestones/fold-moves.ts'
import { heldCatalogue } from '../modules/learning/catalogue/held-catalogue.ts'
import { endWaitingRoadmapsJob, rerankRoadmapJob } from '../modules/learning/roadmap/jobs.ts'
import { endWaitingRoadmaps, rerankRoadmap } from '../modules/learning/roadmap/rerank-roadmap.ts'
import { deliverDue } from '../modules/notifications/delivery/deliver.ts'
import {
  deliverNotifications,
  remindOfStreaks,
  sweepDeliveries,
  tellUsers,
} from '../modules/notifications/jobs.ts'
import { remindOfStreaksAtRisk } from '../modules/notifications/reminders/remind-of-streaks.ts'
import { tellOf } from '../modules/notifications/tell-of.ts'
import { advanceOrderJob, sweepOrdersJob } from '../modules/payments/jobs.ts'
import { advanceOrder, sweepOrders } from '../modules/payments/reconcile/advance-order.ts'
import { dropAvatarUnlessUsed } from '../modules/profiles/drop-avatar.ts'
import { deleteAvatar, dropUnusedAvatar, forgetJobs, forgetLatecomers } from '../modules/profiles/jobs.ts'
import { settleRewards, settleRewardsJob } from '../modules/settlement/settle-rewards.ts'
import { makeMissingWallets, wantWallets } from '../modules/wallet/accounts/make-missing-wallets.ts'
import { watchChainForAMinute } from '../modules/webhooks/contracts/watch-chain.ts'
import { applyEvents, sourcesByName } from '../modules/webhooks/inbox/apply-events.ts'
import { applyInbox, watchChainJob } from '../modules/webhooks/jobs.ts'
import { later, MINUTE_MS, now } from '../platform/clock.ts'
import { type CronLine, defineJob, handles, type JobHandler } from '../platform/jobs/declare.ts'
import { deleteJobsAbout } from '../platform/jobs/delete-jobs.ts'
import { createBudget } from '../platform/llm/budget.ts'
import { createLlm } from '../platform/llm/llm.ts'
import { log } from '../platform/log.ts'
import { createPostman } from '../platform/mail/deliver.ts'
import { sendMail } from '../platform/mail/mail.ts'
import type { Platform } from '../platform/platform.ts'
import { openPush } from '../platform/push/open-push.ts'
import { BADGE_HISTORY } from './compose/badge-history.ts'
import { ESCROW_CHECKS } from './compose/escrow-checks.ts'
import { paymentParts } from './compose/payments.ts'
import { webhookSources } from './compose/webhook-sources.ts'
import { renewDemoContests } from './demo/demo-content.ts'
import { forgetAgain } from './farewells.ts'
import { tidyUp } from './tidy-up.ts'

const sweepMail = defineJob<Record<string, never>>('mail.sweep', { retries: 0 })
const tidyUpJob = defineJob<Record<string, never>>('platform.tidy_up', {
  retries: 0,
  timeLimitSeconds: 540,
  concurrency: 1,
})

/** Every job, and what does it: the platform's, then module by module. */
export function createJobHandlers(platform: Platform): JobHandler[] {
  const { db, config, storage } = platform
  const llm = config.llm
    ? createLlm({ endpoint: config.llm, budget: createBudget(db, config.llm.dailyTokens) })
    : undefined
  const assessor = llm ? createLlmAssessor(llm) : rulesAssessor
  const postman = createPostman(platform.database, config.mail)
  const telling = { ...platform, ...config.notifications }
  const delivery = { ...telling, push: openPush(config.push), now }
  const sources = webhookSources(config)
  const { chain } = platform
  const payments = paymentParts(platform)
  const watching = {
    platform,
    chain,
    firstBlock: config.webhooks.chainFirstBlock,
    source: sources.contracts,
    rules: config.webhooks,
  }
  return [
    handles(sendMail, ({ mailId }) => postman.deliver(mailId)),
    handles(sweepMail, () => postman.sweep()),
    handles(tidyUpJob, (_, { signal }) => tidyUp(platform, now(), signal)),
    handles(tallyDays, () => tallyDone(platform, now())),
    handles(auditBooks, async () => {
      const faults = await runAudit(platform, ESCROW_CHECKS)
      for (const fault of faults) log.error({ fault }, 'the books do not close')
    }),
    handles(mintUnlocked, ({ data: { userId, badgeType } }) =>
      platform.write((tx) => mintBadge(tx, { userId, badgeType, publicUrl: config.publicUrl, now: now() })),
    ),
    handles(mintOwed, async (_, { signal }) => {
      await mintOwedBadges(platform, { now: now(), signal })
    }),
    handles(countBack, (request, { signal }) =>
      countForBadge({ platform, history: BADGE_HISTORY }, request, signal),
    ),
    handles(assessSubmissionJob, ({ submissionId }, { signal }) =>
      assessSubmission({ platform, assessor }, submissionId, signal),
    ),
    handles(deleteFilesJob, ({ fileIds }) => deleteUnclaimedFiles(platform, fileIds)),
    handles(sweepSubmissionsJob, async () => {
      await sweepSubmissions(platform, now())
      await sweepFiles(platform, now())
    }),
    handles(takeOwed, async (_, { signal }) => {
      await takeOwedSteps(platform, { now: now(), signal })
    }),
    handles(settleContestJob, ({ contestId }) => bringToEnd(platform, contestId, now())),
    handles(remindParticipantsJob, ({ contestId }) => remindParticipants(platform, contestId, now())),
    handles(sweepContestsJob, () => sweepContests(platform, now())),
    handles(renewDemoContestsJob, async () => {
      if (config.demoContent) await renewDemoContests(platform)
    }),
    handles(foldBoards, (_, { signal }) => foldMovesForAMinute(platform, signal)),
    handles(rerankRoadmapJob, async (request, { signal }) =>
      rerankRoadmap({ db, llm, catalogue: await heldCatalogue(platform).current(), ...request, signal }),
    ),
    handles(endWaitingRoadmapsJob, () => endWaitingRoadmaps(db, now())),
    handles(tellUsers, (fact) => tellOf(platform.write, telling, fact, now())),
    handles(deliverNotifications, ({ notificationIds }) => deliverDue(delivery, notificationIds)),
    handles(sweepDeliveries, (_, { signal }) => deliverDue(delivery, undefined, signal)),
    handles(remindOfStreaks, async (_, { signal }) => {
      await remindOfStreaksAtRisk(telling, now(), signal)
    }),
    handles(advanceOrderJob, ({ orderId, checkAt }) =>
      advanceOrder(payments, orderId, checkAt === undefined ? undefined : new Date(checkAt)),
    ),
    handles(sweepOrdersJob, async (_, { signal }) => {
      await sweepOrders(payments, signal)
    }),
    handles(deleteAvatar, async ({ data }) => {
      if (data.avatarKey) await storage.delete(data.avatarKey)
    }),
    handles(dropUnusedAvatar, (picture) => dropAvatarUnlessUsed(platform, picture)),
    handles(forgetJobs, async (fact, { id }) => {
      const left = await deleteJobsAbout(db, fact.data.userId, id)
      // What is still to run is forgotten when it has.
      if (left > 0)
        await platform.write(async (tx) =>
          tx.enqueue(forgetJobs, fact, { startAfter: later(now(), MINUTE_MS) }),
        )
    }),
    handles(forgetLatecomers, (fact) => forgetAgain(platform, fact, now())),
    handles(settleRewardsJob, async (_, { signal }) => {
      await settleRewards(platform, { now: now(), signal })
    }),
    handles(wantWallets, (_, { signal }) =>
      makeMissingWallets(platform, (owner, salt) => platform.chain.accountAddress(owner, salt), {
        now: now(),
        signal,
      }),
    ),
    handles(applyInbox, (_, { signal }) => applyEvents(platform, sourcesByName(sources), signal)),
    handles(watchChainJob, (_, { signal }) => watchChainForAMinute(watching, signal)),
  ]
}

/** The timetable, in UTC; in the same order. */
export const TIMETABLE: CronLine[] = [
  { declaration: sweepMail, cron: '*/5 * * * *' },
  { declaration: tidyUpJob, cron: '7-57/10 * * * *' },
  { declaration: tallyDays, cron: '* * * * *' },
  { declaration: auditBooks, cron: '40 3 * * *' },
  { declaration: mintOwed, cron: '*/2 * * * *' },
  { declaration: sweepSubmissionsJob, cron: '* * * * *' },
  { declaration: takeOwed, cron: '* * * * *' },
  { declaration: sweepContestsJob, cron: '* * * * *' },
  { declaration: renewDemoContestsJob, cron: '*/5 * * * *' },
  { declaration: foldBoards, cron: '* * * * *' },
  { declaration: endWaitingRoadmapsJob, cron: '*/5 * * * *' },
  { declaration: sweepDeliveries, cron: '* * * * *' },
  { declaration: remindOfStreaks, cron: '*/5 * * * *' },
  { declaration: sweepOrdersJob, cron: '* * * * *' },
  { declaration: settleRewardsJob, cron: '*/2 * * * *' },
  { declaration: applyInbox, cron: '* * * * *' },
  { declaration: watchChainJob, cron: '* * * * *' },
]

import { deleteQueuedJobs, eraseLateWritesJob, recordErasureJob } from '../modules/accounts/jobs.ts'
import { auditLedgerJob, countDailyStatsJob } from '../modules/admin/jobs.ts'
import { runAudit } from '../modules/admin/ledger-audits/run-audit.ts'
import { countCompletedLessons, hasUncountedLessons } from '../modules/admin/stats/count-daily-stats.ts'
import { backfillBadge } from '../modules/badges/backfill-badge.ts'
import { BACKFILL_SOURCES } from '../modules/badges/backfill-sources.ts'
import { backfillBadgeJob, mintUnlockedBadgeJob, retryDueMintsJob } from '../modules/badges/jobs.ts'
import { mintUnlockedBadge, retryDueMints } from '../modules/badges/minting/retry-due-mints.ts'
import { recordBattleAnswersJob } from '../modules/battle-results/jobs.ts'
import { recordBattleAnswers } from '../modules/battle-results/record-answers.ts'
import type { BroadcastId } from '../modules/broadcasts/broadcast.ts'
import { sendBroadcastJob, sendRunningBroadcastsJob } from '../modules/broadcasts/jobs.ts'
import {
  hasRunningBroadcasts,
  sendBroadcast,
  sendRunningBroadcasts,
} from '../modules/broadcasts/send-broadcast.ts'
import {
  assessSubmission,
  enqueueDueAssessments,
  hasDueAssessments,
} from '../modules/capstones/assessment/assess-submission.ts'
import { createLlmAssessor } from '../modules/capstones/assessment/llm-assessor.ts'
import { rulesAssessor } from '../modules/capstones/assessment/rules-assessor.ts'
import {
  deleteOrphanedFiles,
  deleteUnattachedFiles,
  hasOrphanedFiles,
} from '../modules/capstones/files/store-files.ts'
import { assessSubmissionJob, deleteFilesJob, reconcileSubmissionsJob } from '../modules/capstones/jobs.ts'
import { catalogCache } from '../modules/catalog/public/catalog-cache.ts'
import {
  addProjectResultJob,
  deleteCertificateFilesJob,
  drawCertificateJob,
  retryDueTransactionsJob,
} from '../modules/certificates/jobs.ts'
import { deleteStoredFiles, drawCertificate } from '../modules/certificates/page/stored-files.ts'
import { hasDueTransactions, retryDueTransactions } from '../modules/certificates/retry-due-transactions.ts'
import { addProjectResult } from '../modules/certificates/upgrade-certificate.ts'
import {
  createPlannedRuns,
  createPlannedRunsJob,
  hasDueRuns,
} from '../modules/content-admin/create-planned-runs.ts'
import { hasDuePublications, publishScheduled } from '../modules/content-admin/publish-scheduled.ts'
import { importContentJob } from '../modules/content-exchange/jobs.ts'
import { runImport } from '../modules/content-exchange/run-import.ts'
import { countStreakDays, recordContestAnswers } from '../modules/contests/finalize-participants.ts'
import { finishContest } from '../modules/contests/finish-contest.ts'
import {
  countStreakDaysJob,
  createDemoContestRunsJob,
  finishContestJob,
  reconcileContestsJob,
  recordContestAnswersJob,
  remindParticipantsJob,
} from '../modules/contests/jobs.ts'
import { hasDueContests, reconcileContests } from '../modules/contests/reconcile-contests.ts'
import { remindParticipants } from '../modules/contests/remind-participants.ts'
import { closeLeagueWeeks, hasLeagueWork } from '../modules/leaderboards/close-league-weeks.ts'
import { closeLeagueWeeksJob, compactScoreChangesJob } from '../modules/leaderboards/jobs.ts'
import { compactScoreChangesForAMinute } from '../modules/leaderboards/rank-index/compact-score-changes.ts'
import { foldAnswers, hasAnswersToFold } from '../modules/mastery/fold-answers.ts'
import { foldAnswersJob } from '../modules/mastery/jobs.ts'
import { deleteMediaFiles, deleteOrphanedMedia } from '../modules/media/delete-files.ts'
import { deleteMediaFilesJob, deleteOrphanedMediaJob } from '../modules/media/jobs.ts'
import { deliverDue, hasDueNotifications } from '../modules/notifications/delivery/deliver-due.ts'
import {
  deliverDueNotifications,
  deliverNotifications,
  notifyUsers,
  remindStreaksAtRiskJob,
} from '../modules/notifications/jobs.ts'
import { notifyAboutEvent } from '../modules/notifications/notify-about-event.ts'
import { remindStreaksAtRisk } from '../modules/notifications/reminders/remind-streaks-at-risk.ts'
import { reconcileDueOrdersJob, reconcileOrderJob } from '../modules/payment-orders/jobs.ts'
import {
  hasDueOrders,
  reconcileDueOrders,
  reconcileOrder,
} from '../modules/payment-orders/reconciliation/reconcile-order.ts'
import { countCohorts } from '../modules/platform-figures/count-cohorts.ts'
import { countPlatformStats } from '../modules/platform-figures/count-stats.ts'
import { countCohortsJob, countPlatformStatsJob } from '../modules/platform-figures/jobs.ts'
import { deleteAvatarIfUnused } from '../modules/profiles/delete-unused-avatar.ts'
import { deleteAvatar, deleteUnusedAvatar } from '../modules/profiles/jobs.ts'
import { announceChanges } from '../modules/publishing/announce-changes.ts'
import { announceChangesJob, publishScheduledJob } from '../modules/publishing/jobs.ts'
import { addContestQuestionsJob, addMissedQuestionsJob } from '../modules/review/jobs.ts'
import { addContestQuestions, addMissedQuestions } from '../modules/review/on-learning-event.ts'
import { finishStaleRoadmapsJob, rerankRoadmapJob } from '../modules/roadmaps/jobs.ts'
import { finishStaleRoadmaps, rerankRoadmap } from '../modules/roadmaps/rerank-roadmap.ts'
import { settleRewards, settleRewardsJob } from '../modules/settlement/settle-rewards.ts'
import { deleteUnusedLogoJob } from '../modules/site-settings/jobs.ts'
import { deleteLogoIfUnused } from '../modules/site-settings/public/site-logo.ts'
import { getCachedSiteSettings } from '../modules/site-settings/public/site-settings-cache.ts'
import {
  createMissingWallets,
  createMissingWalletsJob,
} from '../modules/wallet/custody/create-missing-wallets.ts'
import { pollChainLogsForAMinute } from '../modules/webhooks/contracts/poll-chain-logs.ts'
import { pollChainLogsJob, processEventsJob } from '../modules/webhooks/jobs.ts'
import { hasDueEvents, processDueEvents, sourcesByName } from '../modules/webhooks/queue/process-events.ts'
import { addMs, MINUTE_MS } from '../platform/clock.ts'
import { eraseJobsContaining } from '../platform/jobs/erase-jobs.ts'
import { log } from '../platform/log.ts'
import { sendMailJob } from '../platform/mail/mail-queue.ts'
import { createMailSender } from '../platform/mail/mail-sender.ts'
import type { Platform } from '../platform/platform.ts'
import { createPush } from '../platform/push/create-push.ts'
import {
  cronHandler,
  defineCronJob,
  type JobHandler,
  type JobRun,
  jobHandler,
  sweepHandler,
} from '../platform/transaction/define-job.ts'
import { eraseLateWrites } from './account-erasure.ts'
import { appendErasures } from './backup/erasure-log.ts'
import { importDemoCatalogue, importDemoCatalogueJob, renewDemoContests } from './demo/demo-content.ts'
import { ESCROW_CHECKS } from './escrow-checks.ts'
import { runRetention } from './retention.ts'
import { createContentExchange } from './wiring/content-exchange.ts'
import { createConfiguredLlm } from './wiring/llm.ts'
import { createPaymentDeps } from './wiring/payment-deps.ts'
import { webhookSources } from './wiring/webhook-sources.ts'

const sendOverdueMailJob = defineCronJob('mail.send_overdue')
const retentionJob = defineCronJob('platform.retention', { timeLimitSeconds: 540 })

/** The handler of every job: first the platform's, then module by module. */
export function createJobHandlers(platform: Platform): JobHandler[] {
  const { autocommitDb, config, db, storage } = platform
  const llm = createConfiguredLlm(platform)
  const assessor = llm ? createLlmAssessor(llm) : rulesAssessor
  const mailSender = createMailSender(platform.database, config.mail, {
    siteName: async () => {
      const { name, updatedAt } = await getCachedSiteSettings(platform)
      return updatedAt ? name : undefined
    },
  })
  const notifying = { ...platform, ...config.notifications }
  const delivery = { ...notifying, push: createPush(config.push), publicUrl: config.publicUrl }
  const sources = webhookSources(platform)
  const { chain } = platform
  const payments = createPaymentDeps(platform)
  const watching = {
    platform,
    chain,
    firstBlock: config.webhooks.chainFirstBlock || chain.firstBlock,
    source: sources.contracts,
    rules: config.webhooks,
  }
  /** Asks whether there is work, with the deps of this process. */
  const asks = (hasWork: (deps: Platform, now: Date) => Promise<boolean>) => (now: Date) =>
    hasWork(platform, now)
  /** Runs the work of a job, with the deps of this process. */
  const runs = (work: (deps: Platform, run: JobRun) => Promise<unknown>) => (run: JobRun) =>
    work(platform, run)
  return [
    jobHandler(sendMailJob, ({ mailId }, { clock }) => mailSender.deliver(mailId, clock)),
    cronHandler(sendOverdueMailJob, '*/5 * * * *', ({ clock }) => mailSender.sendOverdue(clock)),
    cronHandler(retentionJob, '7-57/10 * * * *', ({ now, signal }) => runRetention(platform, now, signal)),
    sweepHandler(countDailyStatsJob, asks(hasUncountedLessons), ({ now }) =>
      countCompletedLessons(platform, now),
    ),
    cronHandler(countPlatformStatsJob, '4-54/10 * * * *', runs(countPlatformStats)),
    cronHandler(countCohortsJob, '20 1 * * *', runs(countCohorts)),
    cronHandler(auditLedgerJob, '40 3 * * *', async ({ clock }) => {
      for (const discrepancy of await runAudit(platform, ESCROW_CHECKS, clock))
        log.error({ error: discrepancy }, 'ledger: audit found an imbalance')
    }),
    jobHandler(mintUnlockedBadgeJob, ({ data: { userId, badgeType } }, { now }) =>
      mintUnlockedBadge(platform, { userId, badgeType }, now),
    ),
    cronHandler(retryDueMintsJob, '*/2 * * * *', runs(retryDueMints)),
    jobHandler(backfillBadgeJob, (request, { now, signal }) =>
      backfillBadge({ platform, history: BACKFILL_SOURCES }, request, { now, signal }),
    ),
    jobHandler(assessSubmissionJob, ({ submissionId }, { clock, signal }) =>
      assessSubmission({ platform, assessor, clock }, submissionId, signal),
    ),
    jobHandler(deleteFilesJob, ({ fileIds }) => deleteUnattachedFiles(platform, fileIds)),
    sweepHandler(
      reconcileSubmissionsJob,
      async (now) => (await hasDueAssessments(db, now)) || (await hasOrphanedFiles(db, now)),
      async ({ now }) => {
        await enqueueDueAssessments(platform, now)
        await deleteOrphanedFiles(platform, now)
      },
    ),
    sweepHandler(publishScheduledJob, asks(hasDuePublications), runs(publishScheduled)),
    cronHandler(announceChangesJob, '*/5 * * * *', runs(announceChanges)),
    jobHandler(deleteMediaFilesJob, ({ mediumIds }) => deleteMediaFiles(platform, mediumIds)),
    cronHandler(deleteOrphanedMediaJob, '*/5 * * * *', ({ now }) => deleteOrphanedMedia(platform, now)),
    sweepHandler(retryDueTransactionsJob, asks(hasDueTransactions), runs(retryDueTransactions)),
    jobHandler(finishContestJob, ({ contestId }, { now }) => finishContest(platform, contestId, now)),
    jobHandler(countStreakDaysJob, (request, { now }) => countStreakDays(platform, request, now)),
    jobHandler(remindParticipantsJob, ({ contestId }, { now }) =>
      remindParticipants(platform, contestId, now),
    ),
    sweepHandler(reconcileContestsJob, asks(hasDueContests), ({ now }) => reconcileContests(platform, now)),
    sweepHandler(createPlannedRunsJob, asks(hasDueRuns), runs(createPlannedRuns)),
    cronHandler(createDemoContestRunsJob, '*/5 * * * *', async ({ now }) => {
      if (config.demoContent) await renewDemoContests(platform, now)
    }),
    jobHandler(importContentJob, ({ importId }, { clock }) =>
      runImport(platform, createContentExchange(platform), importId, clock),
    ),
    jobHandler(importDemoCatalogueJob, () =>
      importDemoCatalogue(platform, (line) => log.info(`setup: ${line}`)),
    ),
    cronHandler(compactScoreChangesJob, '* * * * *', ({ signal }) =>
      compactScoreChangesForAMinute(platform, signal),
    ),
    sweepHandler(closeLeagueWeeksJob, asks(hasLeagueWork), runs(closeLeagueWeeks)),
    sweepHandler(foldAnswersJob, asks(hasAnswersToFold), ({ signal }) => foldAnswers(platform, signal)),
    jobHandler(recordBattleAnswersJob, ({ data }) => recordBattleAnswers(platform, data)),
    jobHandler(recordContestAnswersJob, ({ data }) => recordContestAnswers(platform, data)),
    jobHandler(addContestQuestionsJob, ({ data }) => addContestQuestions(platform, data)),
    jobHandler(addMissedQuestionsJob, ({ data }) => addMissedQuestions(platform, data)),
    jobHandler(rerankRoadmapJob, async (request, { signal }) =>
      rerankRoadmap({ platform, llm, catalog: await catalogCache(platform).current(), ...request, signal }),
    ),
    cronHandler(finishStaleRoadmapsJob, '*/5 * * * *', ({ now }) => finishStaleRoadmaps(platform.write, now)),
    jobHandler(notifyUsers, (event, { now }) => notifyAboutEvent(platform.write, notifying, event, now)),
    jobHandler(deliverNotifications, ({ notificationIds }, { clock }) =>
      deliverDue({ ...delivery, now: clock }, notificationIds),
    ),
    sweepHandler(deliverDueNotifications, asks(hasDueNotifications), ({ clock, signal }) =>
      deliverDue({ ...delivery, now: clock }, undefined, signal),
    ),
    cronHandler(remindStreaksAtRiskJob, '*/5 * * * *', ({ now, signal }) =>
      remindStreaksAtRisk(notifying, now, signal),
    ),
    jobHandler(sendBroadcastJob, ({ broadcastId }, { clock, signal }) =>
      sendBroadcast(notifying, broadcastId as BroadcastId, { clock, signal }),
    ),
    sweepHandler(sendRunningBroadcastsJob, asks(hasRunningBroadcasts), ({ clock, signal }) =>
      sendRunningBroadcasts(notifying, { clock, signal }),
    ),
    jobHandler(reconcileOrderJob, ({ orderId, scheduledFor }) =>
      reconcileOrder(payments, orderId, scheduledFor === undefined ? undefined : new Date(scheduledFor)),
    ),
    sweepHandler(reconcileDueOrdersJob, asks(hasDueOrders), ({ signal }) =>
      reconcileDueOrders(payments, signal),
    ),
    jobHandler(deleteAvatar, async ({ data }) => {
      if (data.avatarKey) await storage.delete(data.avatarKey)
    }),
    jobHandler(addProjectResultJob, (event) =>
      platform.write((tx) => addProjectResult(tx, event, config.publicUrl)),
    ),
    jobHandler(drawCertificateJob, ({ certificateId }, { now }) =>
      drawCertificate(platform, certificateId, now),
    ),
    jobHandler(deleteCertificateFilesJob, ({ keys }) => deleteStoredFiles(platform, keys)),
    jobHandler(deleteUnusedLogoJob, (logo) => deleteLogoIfUnused(platform, logo)),
    jobHandler(deleteUnusedAvatar, (picture) => deleteAvatarIfUnused(platform, picture)),
    jobHandler(deleteQueuedJobs, async (event, { id, now }) => {
      const left = await eraseJobsContaining(autocommitDb, event.data.userId, id)
      // Jobs that are still to run are erased later.
      if (left > 0)
        await platform.write(async (tx) =>
          tx.enqueue(deleteQueuedJobs, event, { startAfter: addMs(now, MINUTE_MS) }),
        )
    }),
    jobHandler(recordErasureJob, async ({ data: { userId, at } }) =>
      appendErasures(config.erasuresFile, [{ userId, at }]),
    ),
    jobHandler(eraseLateWritesJob, (event, { now }) => eraseLateWrites(platform, event, now)),
    cronHandler(settleRewardsJob, '*/2 * * * *', runs(settleRewards)),
    jobHandler(createMissingWalletsJob, (_, { now, signal }) =>
      createMissingWallets(platform, (owner, salt) => platform.chain.accountAddress(owner, salt), {
        now,
        signal,
      }),
    ),
    sweepHandler(processEventsJob, asks(hasDueEvents), ({ clock, signal }) =>
      processDueEvents({ ...platform, clock }, sourcesByName(sources), signal),
    ),
    cronHandler(pollChainLogsJob, '* * * * *', ({ clock, signal }) =>
      pollChainLogsForAMinute({ ...watching, clock }, signal),
    ),
  ]
}

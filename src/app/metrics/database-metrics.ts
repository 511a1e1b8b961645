import { ledgerAuditMetrics } from '../../modules/admin/ledger-audits/run-audit.ts'
import { badgeMetrics } from '../../modules/badges/metrics.ts'
import { battleMetrics } from '../../modules/battle-records/metrics.ts'
import { capstoneMetrics } from '../../modules/capstones/metrics.ts'
import { certificateMetrics } from '../../modules/certificates/metrics.ts'
import { contestMetrics } from '../../modules/contests/metrics.ts'
import { leaderboardMetrics } from '../../modules/leaderboards/metrics.ts'
import { deliveryMetrics } from '../../modules/notifications/metrics.ts'
import { orderMetrics } from '../../modules/payment-orders/metrics.ts'
import { roadmapMetrics } from '../../modules/roadmaps/metrics.ts'
import { settlementMetrics } from '../../modules/settlement/metrics.ts'
import { webhookEventMetrics } from '../../modules/webhooks/metrics.ts'
import { gasMetrics, transactionMetrics } from '../../platform/chain/relayer/metrics.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DatabaseMetrics } from '../../platform/database-metrics.ts'
import { databaseSizeMetrics } from '../../platform/db/database-size.ts'
import { lateJobMetrics, outboxMetrics, queueMetrics } from '../../platform/jobs/metrics.ts'
import { mailMetrics } from '../../platform/mail/metrics.ts'

/** Metrics that are read from the database. All processes export the same values, so aggregate them with max. */
export function createDatabaseMetrics({ chain }: Config): DatabaseMetrics[] {
  return [
    databaseSizeMetrics,
    outboxMetrics,
    queueMetrics,
    lateJobMetrics,
    mailMetrics,
    ledgerAuditMetrics,
    battleMetrics,
    contestMetrics,
    capstoneMetrics,
    roadmapMetrics,
    leaderboardMetrics,
    deliveryMetrics,
    webhookEventMetrics,
    orderMetrics,
    // Without a chain these backlogs are expected to grow.
    ...(chain.enabled
      ? [
          transactionMetrics,
          gasMetrics(chain.dailyGasLimit),
          settlementMetrics,
          certificateMetrics,
          badgeMetrics,
        ]
      : []),
  ]
}

import { auditGauges } from '../../modules/admin/ledger/gauges.ts'
import { badgeGauges } from '../../modules/badges/gauges.ts'
import { battleGauges } from '../../modules/battles/gauges.ts'
import { capstoneGauges } from '../../modules/capstones/gauges.ts'
import { certificateGauges } from '../../modules/certificates/gauges.ts'
import { contestGauges } from '../../modules/contests/gauges.ts'
import { leaderboardGauges } from '../../modules/leaderboards/gauges.ts'
import { roadmapGauges } from '../../modules/learning/roadmap/gauges.ts'
import { deliveryGauges } from '../../modules/notifications/delivery/gauges.ts'
import { orderGauges } from '../../modules/payments/orders/gauges.ts'
import { settlementGauges } from '../../modules/settlement/gauges.ts'
import { inboxGauges } from '../../modules/webhooks/inbox/gauges.ts'
import { gasGauges, transactionGauges } from '../../platform/chain/relayer/gauges.ts'
import type { Config } from '../../platform/config.ts'
import { lateJobGauges, outboxGauges, queueGauges } from '../../platform/jobs/gauges.ts'
import { mailGauges } from '../../platform/mail/gauges.ts'
import type { StateGauges } from '../../platform/state-gauges.ts'

/** What of everybody's state is shown at /metrics. Every process shows the same, so whoever adds them up takes the maximum. */
export function createGauges({ chain }: Config): StateGauges[] {
  return [
    outboxGauges,
    queueGauges,
    lateJobGauges,
    mailGauges,
    auditGauges,
    battleGauges,
    contestGauges,
    capstoneGauges,
    roadmapGauges,
    leaderboardGauges,
    deliveryGauges,
    inboxGauges,
    orderGauges,
    // Without a chain all of it waits, as it should.
    ...(chain.enabled
      ? [transactionGauges, gasGauges(chain.dailyGasLimit), settlementGauges, certificateGauges, badgeGauges]
      : []),
  ]
}

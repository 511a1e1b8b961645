import { now } from '../../../platform/clock.ts'
import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import type { BattleDeps } from '../../battle-records/public/battle-deps.ts'
import { settleBattles } from './settle-battles.ts'
import type { BattleToSettle, SeatSettlement } from './settlement.ts'

/** A battle emits up to five events, and a transaction may emit 200. */
const BATTLES_PER_BATCH = 32
const BATCH_INTERVAL_MS = 40

/** Settles battles that end at about the same time in one transaction. */
export class SettlementBatcher {
  readonly settle: (battle: BattleToSettle) => Promise<SeatSettlement[] | undefined>

  /** Retries a battle whose settlement failed, without failing or delaying others. */
  readonly settleAlone: (battle: BattleToSettle) => Promise<SeatSettlement[] | undefined>

  constructor({ platform, xpCap }: BattleDeps) {
    const settleAll = (battles: BattleToSettle[]) =>
      platform.write((tx) => settleBattles(tx, battles, { xpCap, now: now() }))
    this.settle = createBatcher(settleAll, {
      maxBatchSize: BATTLES_PER_BATCH,
      minIntervalMs: BATCH_INTERVAL_MS,
      retryItemsSeparately: true,
    })
    this.settleAlone = async (battle) => (await settleAll([battle]))[0]
  }
}

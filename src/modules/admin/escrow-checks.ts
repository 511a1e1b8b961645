import { auditBattleEscrows } from '../battle-records/public/audit-escrows.ts'
import { auditContestEscrows } from '../contests/public/audit-escrows.ts'
import type { EscrowCheck } from '../ledger/public/audit-ledger.ts'
import { auditOrderEscrows } from '../payment-orders/audit-order-escrows.ts'

/** Everybody who holds value for others for a while: a line each. The audit of the books asks them all. */
export const ESCROW_CHECKS: EscrowCheck[] = [auditBattleEscrows, auditContestEscrows, auditOrderEscrows]

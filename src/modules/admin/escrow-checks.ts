import { auditBattleEscrows } from '../battle-records/public/audit-escrows.ts'
import { auditContestEscrows } from '../contests/public/audit-escrows.ts'
import type { EscrowCheck } from '../ledger/public/audit-ledger.ts'
import { auditOrderEscrows } from '../payment-orders/public/audit-order-escrows.ts'

/** The checks of the ledger audit: one per module with escrow accounts. */
export const ESCROW_CHECKS: EscrowCheck[] = [auditBattleEscrows, auditContestEscrows, auditOrderEscrows]

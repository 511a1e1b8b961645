import { auditBattleEscrows } from '../battle-records/audit-escrows.ts'
import { auditContestEscrows } from '../contests/audit-escrows.ts'
import type { EscrowCheck } from '../ledger/public/audit-ledger.ts'
import { auditOrderEscrows } from '../payment-orders/audit-order-escrows.ts'

/** The checks of the ledger audit: one per module with escrow accounts. */
export const ESCROW_CHECKS: EscrowCheck[] = [auditBattleEscrows, auditContestEscrows, auditOrderEscrows]

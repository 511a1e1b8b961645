import { auditBattleEscrows } from '../modules/battle-records/public/audit-escrows.ts'
import { auditContestEscrows } from '../modules/contests/public/audit-escrows.ts'
import type { EscrowCheck } from '../modules/ledger/public/audit-ledger.ts'
import { auditOrderEscrows } from '../modules/payment-orders/public/audit-order-escrows.ts'

/** The checks of the ledger audit: one per module with escrow accounts. */
export const ESCROW_CHECKS: EscrowCheck[] = [auditBattleEscrows, auditContestEscrows, auditOrderEscrows]

import { auditBattleEscrows } from '../../modules/battles/audit-escrows.ts'
import { auditContestEscrows } from '../../modules/contests/ending/audit-escrows.ts'
import { auditOrderEscrows } from '../../modules/payments/orders/audit-escrows.ts'
import type { EscrowCheck } from '../../modules/rewards/audit/audit-ledger.ts'

/** Everybody who holds value for others for a while: a line each. The audit of the books asks them all. */
export const ESCROW_CHECKS: EscrowCheck[] = [auditBattleEscrows, auditContestEscrows, auditOrderEscrows]

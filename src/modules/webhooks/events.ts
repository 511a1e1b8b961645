import type { UserId } from '../../platform/ids.ts'
import { defineEvent } from '../../platform/transaction/define-event.ts'

/** What a contract did for a user, told once whatever number of times and ids it was delivered under. */
export interface ContractFact {
  userId: UserId
  userAddress: string
  contractAddress: string
  transactionHash: string
  blockNumber: number
  logIndex: number | null
  tokenId: string | null
  /** In the smallest unit, as a decimal text. */
  amount: string | null
  at: string
}

/** The chain has a reward that we ourselves sent there. */
export const settlementConfirmed = defineEvent<Omit<ContractFact, 'userId'> & { eventType: string }>(
  'webhooks.settlement_confirmed',
)

export const certificateMinted = defineEvent<ContractFact>('webhooks.certificate_minted')
export const badgeMinted = defineEvent<ContractFact>('webhooks.badge_minted')
export const tokenTransferred = defineEvent<ContractFact>('webhooks.token_transferred')

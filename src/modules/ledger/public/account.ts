import type { UserId } from '../../../platform/ids.ts'

export const ASSETS = ['XP', 'GEM', 'USDT'] as const
export type Asset = (typeof ASSETS)[number]

/** Every account except those of the house has a balance, which is never below zero. */
export type AccountName = `${'user' | 'house' | 'contest' | 'battle' | 'order'}:${string}`

/** The accounts that issue value and collect fees. What the house issued is negative there. */
export const HOUSE = {
  issuance: 'house:issuance',
  fees: 'house:fees',
  referrals: 'house:referrals',
  promotions: 'house:promotions',
  grants: 'house:grants',
  prizes: 'house:prizes',
} as const satisfies Record<string, AccountName>

export function userAccount(userId: UserId): AccountName {
  return `user:${userId}`
}

/**
 * The escrow of a contest's fees until it is settled or cancelled. Participants pay into separate shards: with one
 * balance row, concurrent joins would wait for each other.
 */
export function contestAccount(contestId: string, shard?: number): AccountName {
  return shard === undefined ? `contest:${contestId}` : `contest:${contestId}-${shard}`
}

export function isHouseAccount(account: AccountName): boolean {
  return account.startsWith('house:')
}

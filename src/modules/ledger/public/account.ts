import type { UserId } from '../../../platform/ids.ts'

export const ASSETS = ['XP', 'GEM', 'USDT'] as const
export type Asset = (typeof ASSETS)[number]

/** Accounts are named by their holder. All but the house's own keep a balance that never falls below zero. */
export type AccountName = `${'user' | 'house' | 'contest' | 'battle' | 'order'}:${string}`

/** Where value comes from and goes to when no user holds it; what the house gave stands there as a debt. */
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
 * Holds the fees of a contest until it is settled or called off. Fees are paid into lanes of it: one balance that
 * everybody pays into would make all who join wait for each other.
 */
export function contestAccount(contestId: string, lane?: number): AccountName {
  return lane === undefined ? `contest:${contestId}` : `contest:${contestId}-${lane}`
}

export function isHouseAccount(account: AccountName): boolean {
  return account.startsWith('house:')
}

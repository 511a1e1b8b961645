import type { UserId } from '../../platform/ids.ts'
import { cidOf } from '../../platform/ipfs/cid.ts'
import { BADGES, type BadgeType, imageUrl } from './badge.ts'

export const MINT_KIND = 'badges.mint'

/** The name under which the contract refuses the same badge a second time. */
export function mintReference(userId: UserId, badgeType: BadgeType): string {
  return `badge:${userId}:${badgeType}`
}

export function badgeIn(reference: string): { userId: UserId; badgeType: BadgeType } {
  const [, userId, badgeType] = reference.split(':')
  return { userId: userId as UserId, badgeType: badgeType as BadgeType }
}

/** What wallets show of it: the same for everybody who has it, and nothing of anybody. */
export function describeBadge(type: BadgeType, publicUrl: string) {
  const { name, description } = BADGES.find((badge) => badge.type === type)!
  const content = JSON.stringify({
    name,
    description,
    image: imageUrl(publicUrl, type),
    external_url: publicUrl,
    attributes: [{ trait_type: 'Badge', value: type }],
  })
  return { cid: cidOf(content), about: `badge:${type}`, content }
}

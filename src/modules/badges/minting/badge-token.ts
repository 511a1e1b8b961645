import type { UserId } from '../../../platform/ids.ts'
import { cidOf } from '../../../platform/ipfs/cid.ts'
import type { BadgeDefinition, BadgeType } from '../public/badge-definition.ts'
import { badgeImageUrl } from '../public/badge-image.ts'

export const BADGE_MINT_KIND = 'badges.mint'

/** The name under which the contract refuses the same badge a second time. */
export function mintReference(userId: UserId, badgeType: BadgeType): string {
  return `badge:${userId}:${badgeType}`
}

export function parseMintReference(reference: string): { userId: UserId; badgeType: BadgeType } {
  const [, userId, badgeType] = reference.split(':')
  return { userId: userId as UserId, badgeType: badgeType as BadgeType }
}

/**
 * What wallets show of it: nothing of anybody, and the same for everybody who gets it while its words stay as they are.
 * A token keeps the words and the picture of its day.
 */
export function buildBadgeMetadata(definition: BadgeDefinition, publicUrl: string) {
  const { type, name, description } = definition
  const content = JSON.stringify({
    name,
    description,
    image: badgeImageUrl(publicUrl, definition),
    external_url: publicUrl,
    attributes: [{ trait_type: 'Badge', value: type }],
  })
  return { cid: cidOf(content), about: `badge:${type}`, content }
}

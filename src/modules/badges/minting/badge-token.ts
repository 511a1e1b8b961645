import type { BadgeType } from '../../../events/badges.ts'
import type { UserId } from '../../../platform/ids.ts'
import { cidOf } from '../../../platform/ipfs/cid.ts'
import type { BadgeDefinition } from '../public/badge-definition.ts'
import { badgeImageUrl } from '../public/badge-image.ts'

export const BADGE_MINT_KIND = 'badges.mint'
export const BADGE_BATCH_KIND = 'badges.mint_batch'

/** The reference by which the contract rejects a second mint of the same badge. */
export function mintReference(userId: UserId, badgeType: BadgeType): string {
  return `badge:${userId}:${badgeType}`
}

export function parseMintReference(reference: string): { userId: UserId; badgeType: BadgeType } {
  const [, userId, badgeType] = reference.split(':')
  return { userId: userId as UserId, badgeType: badgeType as BadgeType }
}

/**
 * The metadata that wallets show. It contains nothing about the user and is the same for all tokens of one version of the
 * definition. A token keeps the text and image of the time of its mint.
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
  return { cid: cidOf(content), subject: `badge:${type}`, content }
}

import type { Platform } from '../../platform/platform.ts'
import { mintBadge } from './mint-badge.ts'
import { listOwedBadges } from './queries.ts'

const TAKEN_AT_ONCE = 100

/** Mints what is completed and not on the chain: the job for each badge is a hint, this is the guarantee. */
export async function mintOwedBadges(
  { db, write, config }: Pick<Platform, 'db' | 'write' | 'config'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  let taken = 0
  for (let isFull = true; isFull && !signal?.aborted; ) {
    const owed = await listOwedBadges(db, now, TAKEN_AT_ONCE)
    for (const badge of owed)
      await write((tx) => mintBadge(tx, { ...badge, publicUrl: config.publicUrl, now }))
    taken += owed.length
    isFull = owed.length === TAKEN_AT_ONCE
  }
  return taken
}

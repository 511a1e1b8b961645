import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openOwnerKey, type SealedOwnerKey } from './owner-key.ts'
import { listSealedKeys, updateSealedDataKeys } from './queries.ts'
import { openDataKey, sealDataKey } from './seal-keys.ts'

const AT_ONCE = 500

interface Resealing {
  signal?: AbortSignal
  onProgress?: (done: number) => void
  atOnce?: number
}

export interface Resealed {
  /** Sealed anew, each opened by its new seal before it was stored. */
  resealed: number
  /** Under the key in force already. */
  kept: number
  /** Whose keys no key of ours opens. They are left as they are. */
  unopened: UserId[]
}

/**
 * Seals the keys of all wallets with the key in force. A row has a seal that opens at every moment, because the new one
 * is tried before it takes the place of the old, and takes it at once. Stopped anywhere, the next run goes on: what is
 * sealed anew is known by what opens it.
 */
export async function resealWallets(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { signal, onProgress = () => {}, atOnce = AT_ONCE }: Resealing = {},
): Promise<Resealed> {
  const outcome: Resealed = { resealed: 0, kept: 0, unopened: [] }
  for (let after: UserId | undefined; !signal?.aborted; ) {
    const wallets = await listSealedKeys(db, after, atOnce)
    const changes = wallets.flatMap((wallet) => reseal(wallet, outcome))
    if (changes.length > 0) outcome.resealed += await write((tx) => updateSealedDataKeys(tx, changes))
    onProgress(outcome.resealed + outcome.kept + outcome.unopened.length)
    if (wallets.length < atOnce) return outcome
    after = wallets.at(-1)!.userId
  }
  return outcome
}

function reseal(wallet: SealedOwnerKey & { userId: UserId }, outcome: Resealed) {
  const { userId, sealedDataKey: before } = wallet
  try {
    const { dataKey, isCurrent } = openDataKey(before)
    if (isCurrent) {
      outcome.kept++
      return []
    }
    const sealedDataKey = sealDataKey(dataKey)
    // It must open to the very key that owns the account, or the row stays as it is.
    openOwnerKey(userId, { ...wallet, sealedDataKey })
    return [{ userId, before, sealedDataKey }]
  } catch {
    outcome.unopened.push(userId)
    return []
  }
}

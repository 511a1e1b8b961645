import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type SealedOwnerKey, unsealOwnerKey } from './owner-key.ts'
import { listSealedKeys, updateSealedDataKeys } from './queries.ts'
import { sealDataKey, unsealDataKey } from './seal-keys.ts'

const BATCH_SIZE = 500

interface ResealOptions {
  signal?: AbortSignal
  onProgress?: (done: number) => void
  batchSize?: number
}

export interface ResealResult {
  /** Sealed anew, each opened by its new seal before it was stored. */
  resealed: number
  /** Under the key in force already. */
  alreadyCurrent: number
  /** Whose keys no key of ours opens. They are left as they are. */
  failed: UserId[]
}

/**
 * Seals the keys of all wallets with the key in force. A row has a seal that opens at every moment, because the new one
 * is tried before it takes the place of the old, and takes it at once. Stopped anywhere, the next run goes on: what is
 * sealed anew is known by what opens it.
 */
export async function resealWallets(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { signal, onProgress = () => {}, batchSize = BATCH_SIZE }: ResealOptions = {},
): Promise<ResealResult> {
  const result: ResealResult = { resealed: 0, alreadyCurrent: 0, failed: [] }
  for (let after: UserId | undefined; !signal?.aborted; ) {
    const wallets = await listSealedKeys(db, after, batchSize)
    const changes = wallets.flatMap((wallet) => reseal(wallet, result))
    if (changes.length > 0) result.resealed += await write((tx) => updateSealedDataKeys(tx, changes))
    onProgress(result.resealed + result.alreadyCurrent + result.failed.length)
    if (wallets.length < batchSize) return result
    after = wallets.at(-1)!.userId
  }
  return result
}

function reseal(wallet: SealedOwnerKey & { userId: UserId }, result: ResealResult) {
  const { userId, sealedDataKey: before } = wallet
  try {
    const { dataKey, isCurrent } = unsealDataKey(before)
    if (isCurrent) {
      result.alreadyCurrent++
      return []
    }
    const sealedDataKey = sealDataKey(dataKey)
    // It must open to the very key that owns the account, or the row stays as it is.
    unsealOwnerKey(userId, { ...wallet, sealedDataKey })
    return [{ userId, before, sealedDataKey }]
  } catch {
    result.failed.push(userId)
    return []
  }
}

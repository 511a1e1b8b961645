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
  /** Resealed and verified before the store. */
  resealed: number
  /** Sealed with the current key before. */
  alreadyCurrent: number
  /** Users whose key no configured key unseals. Their rows do not change. */
  failed: UserId[]
}

/**
 * Seals the data keys of all wallets with the current key. Verifies each new seal before it replaces the old one, so that
 * every row can be unsealed at any time. An interrupted run continues with the next run, which skips current seals.
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
    // The new seal must unseal to the key that owns the account; otherwise the row does not change.
    unsealOwnerKey(userId, { ...wallet, sealedDataKey })
    return [{ userId, before, sealedDataKey }]
  } catch {
    result.failed.push(userId)
    return []
  }
}

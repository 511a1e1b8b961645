import type { Platform } from '../../../platform/platform.ts'
import { listDueMints } from '../queries.ts'
import { enqueueBadgeMint } from './enqueue-badge-mint.ts'

const BATCH_SIZE = 100

/** Enqueues every due mint. Guarantees the mint if the job of a badge was lost. */
export async function retryDueMints(
  { db, write, config }: Pick<Platform, 'db' | 'write' | 'config'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  let count = 0
  for (let isFull = true; isFull && !signal?.aborted; ) {
    const dueMints = await listDueMints(db, now, BATCH_SIZE)
    for (const badge of dueMints)
      await write((tx) => enqueueBadgeMint(tx, { ...badge, publicUrl: config.publicUrl, now }))
    count += dueMints.length
    isFull = dueMints.length === BATCH_SIZE
  }
  return count
}

import { reconcile } from '../../../platform/jobs/reconciler.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listDueMints } from '../queries.ts'
import { enqueueBadgeMint } from './enqueue-badge-mint.ts'

/** Enqueues every due mint. Guarantees the mint if the job of a badge was lost. */
export function retryDueMints(
  { db, write, config }: Pick<Platform, 'db' | 'write' | 'config'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  return reconcile({
    name: 'badges.mint',
    listDue: (limit) => listDueMints(db, now, limit),
    process: (badge) =>
      write((tx) =>
        enqueueBadgeMint(tx, {
          ...badge,
          publicUrl: config.publicUrl,
          dailyGas: config.badges.dailyGas,
          now,
        }),
      ),
    readsAllBatches: true,
    signal,
  })
}

import { describeFault } from '../../../platform/describe-fault.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listOwed, lockOwed } from '../queries.ts'
import { takeNextStep } from './take-next-step.ts'

const TAKEN_AT_ONCE = 100

/**
 * Tries again what is due: mints that failed, and those of users who had no wallet yet. One certificate's fault is not
 * another's, and is told when all of its page are done.
 */
export async function takeOwedSteps(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  let taken = 0
  const faults: unknown[] = []
  // What was tried without luck is due later than `now`, so the list empties.
  for (let ids = await listOwed(db, now, TAKEN_AT_ONCE); ids.length > 0 && !signal?.aborted; ) {
    for (const id of ids) {
      await write(async (tx) => {
        const certificate = await lockOwed(tx, id, now)
        if (certificate) await takeNextStep(tx, certificate, now)
      }).catch((fault) => {
        log.error(
          { certificateId: id, fault: describeFault(fault) },
          'certificates: a step could not be taken',
        )
        faults.push(fault)
      })
      taken++
    }
    if (faults.length > 0) throw faults[0]
    ids = ids.length < TAKEN_AT_ONCE ? [] : await listOwed(db, now, TAKEN_AT_ONCE)
  }
  return taken
}

import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Write } from '../../platform/transaction/write.ts'
import { buildNotices } from './notices/build-notices.ts'
import { type NotifyDeps, notify } from './notify.ts'

/** So many in one transaction: it holds their accounts still meanwhile. */
const BATCH_SIZE = 200

/** Tells everybody whom a fact concerns. Run again after a crash, it tells those whom it had not come to. */
export async function notifyAboutEvent(
  write: Write,
  deps: NotifyDeps,
  event: DomainEvent,
  now: Date,
): Promise<void> {
  const notices = buildNotices(event)
  for (let start = 0; start < notices.length; start += BATCH_SIZE) {
    await write((tx) => notify(tx, deps, notices.slice(start, start + BATCH_SIZE), now))
  }
}

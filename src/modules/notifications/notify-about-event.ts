import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Write } from '../../platform/transaction/write.ts'
import { buildNotices } from './notices/build-notices.ts'
import { type NotifyDeps, notify } from './public/notify.ts'

/** The accounts of one batch stay locked until commit. */
const BATCH_SIZE = 200

/** Notifies all users that an event concerns. A repeated run notifies only those that are missing. */
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

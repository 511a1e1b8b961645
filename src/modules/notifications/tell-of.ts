import type { Fact } from '../../platform/events.ts'
import type { Write } from '../../platform/write.ts'
import { noticesOf } from './notices/notices.ts'
import { type NotifyParts, notify } from './notify.ts'

/** So many in one transaction: it holds their accounts still meanwhile. */
const CHUNK = 200

/** Tells everybody whom a fact concerns. Run again after a crash, it tells those whom it had not come to. */
export async function tellOf(write: Write, parts: NotifyParts, fact: Fact, now: Date): Promise<void> {
  const notices = noticesOf(fact)
  for (let start = 0; start < notices.length; start += CHUNK) {
    await write((tx) => notify(tx, parts, notices.slice(start, start + CHUNK), now))
  }
}

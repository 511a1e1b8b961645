import type { Fact } from '../../../platform/events.ts'
import { firstIdAt, type UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NowReaction } from '../../../platform/reactions.ts'
import { countCompletions } from '../../learning/progress/count-completions.ts'
import { addDays, addToTally, foldLanes, lockCursor, type TallyKind, updateCursor } from './queries.ts'

/**
 * A reaction that counts something of a user for its day. Only what is rare in the life of a user is counted so:
 * registering, the first activity of a day, the end of a course.
 */
export function tallyOf(kind: TallyKind): NowReaction<{ userId: UserId; at: string }> {
  return (tx, { data }: Fact<{ userId: UserId; at: string }>) =>
    addToTally(tx, { kind, at: new Date(data.at), lane: Number.parseInt(data.userId.slice(-1), 16) })
}

/** Whoever began a completion before has ended it by now: transactions are not let live so long. */
const LONGEST_WRITE_MS = 120_000
const AT_ONCE = 20_000

/** Counts what lessons were completed since the last time, each once, and puts the lanes of past days into one. */
export async function tallyDone({ write }: Pick<Platform, 'write'>, now: Date): Promise<void> {
  const before = firstIdAt(new Date(now.getTime() - LONGEST_WRITE_MS))
  for (;;) {
    const counted = await write(async (tx) => {
      const after = await lockCursor(tx)
      const { days, count, lastId } = await countCompletions(tx, { after, before, limit: AT_ONCE })
      if (!lastId) return 0
      await addDays(tx, 'LESSON_COMPLETED', days)
      await updateCursor(tx, lastId)
      return count
    })
    if (counted < AT_ONCE) break
  }
  await write((tx) => foldLanes(tx, now))
}

import { ContestDraftSchema } from '../../src/modules/contests/public/contest-draft.ts'
import { createContest } from '../../src/modules/contests/public/create-contest.ts'
import { addMs, MINUTE_MS, now } from '../../src/platform/clock.ts'
import { Database } from '../../src/platform/db/database.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'

const EVERY_MS = MINUTE_MS
/** A contest that starts at the end of the run still finishes. */
const LENGTH_MS = 1.5 * MINUTE_MS

/** Creates a new contest every minute, so that one is always live and one is being settled. */
export async function runContests(
  databaseUrl: string,
): Promise<{ current(): string; stop(): Promise<void> }> {
  const database = new Database({ url: databaseUrl, poolSize: 1 })
  const write = createWrite(database, reactionTable([]), () => {})
  const make = () =>
    write((tx) => {
      const draft = ContestDraftSchema.parse({
        title: 'Sprint',
        description: 'Four questions.',
        entryFeeGems: 1,
        prizePoolGems: 50,
        startsAt: now().toISOString(),
        endsAt: addMs(now(), LENGTH_MS).toISOString(),
        questions: ['One?', 'Two?', 'Three?', 'Four?'].map((prompt) => ({
          prompt,
          options: ['this', 'that', 'neither'],
          correctIndex: 1,
        })),
      })
      return createContest(tx, { author: null, draft, now: now() })
    })
  let current: string = await make()
  const timer = setInterval(() => {
    void make().then((id) => {
      current = id
    })
  }, EVERY_MS)
  return {
    current: () => current,
    stop: async () => {
      clearInterval(timer)
      await database.close()
    },
  }
}

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { addMs, HOUR_MS, now } from '../../platform/clock.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { addUser, answersOf, draftOf, gemsOf } from './contest-testbed.ts'
import { joinContest } from './join-contest.ts'
import { cancelContest } from './public/cancel-contest.ts'
import type { ContestId } from './public/contest.ts'
import { createContest } from './public/create-contest.ts'
import { findContest } from './queries.ts'
import { submitAnswers } from './submit-answers.ts'

/** A complete service with the system clock and its own job worker. */
let service: TestService
let write: Write
const db: TestService['test']['database']['query'] = (strings, ...values) =>
  service.test.database.query(strings, ...values)
beforeAll(async () => {
  service = await startTestService()
  write = createWrite(service.test.another(), reactionTable([]), () => {})
})
afterAll(() => service.stop())

/** Creates and joins in one transaction, because the job worker can run as soon as the contest is committed. */
async function createJoinedContest(startsAt: Date): Promise<{ contestId: ContestId; users: string[] }> {
  const users = await Promise.all([addUser(db, 10), addUser(db, 10)])
  const contestId = await write(async (tx) => {
    const id = await createContest(tx, { author: null, draft: draftOf(startsAt), now: startsAt })
    const contest = (await findContest(tx, id))!
    for (const userId of users) {
      await joinContest(tx, {
        userId,
        contest,
        roomCode: undefined,
        gemUse: UNRESTRICTED_GEM_USE,
        now: startsAt,
      })
      const answers = await answersOf(tx, contest, userId, 1)
      const given = { answers, timeTakenSeconds: undefined, now: addMs(startsAt, 1) }
      await submitAnswers(tx, { userId, contest, ...given })
    }
    return id
  })
  return { contestId, users }
}

test('the job settles a contest that is over', async () => {
  const { contestId, users } = await createJoinedContest(addMs(now(), -HOUR_MS))
  await waitUntil(async () => (await findContest(db, contestId))!.outcome === 'SETTLED')
  expect(await gemsOf(db, `contest:${contestId}`)).toBe(0)
  expect((await gemsOf(db, `user:${users[0]}`)) + (await gemsOf(db, `user:${users[1]}`))).toBe(120)
})

test('the job refunds the fees of a cancelled contest', async () => {
  const { contestId, users } = await createJoinedContest(addMs(now(), -1_000))
  await write((tx) => cancelContest(tx, { contestId, now: now() }))
  await waitUntil(async () => (await gemsOf(db, `contest:${contestId}`)) === 0)
  for (const userId of users) expect(await gemsOf(db, `user:${userId}`)).toBe(10)
})

test('neither job nor reconciliation settles a contest that is not over', async () => {
  const { contestId } = await createJoinedContest(addMs(now(), -1_000))
  const jobs = await db<{ startAfter: Date }>`
    select start_after as "startAfter" from (
      select job as name, data, start_after from outbox
      union all select name, data, start_after from pgboss.job
    ) as job where name = 'contests.finish' and data ->> 'contestId' = ${contestId}`
  const { endsAt, outcome } = (await findContest(db, contestId))!
  expect(outcome).toBeNull()
  expect(jobs).toHaveLength(1)
  expect(jobs[0]!.startAfter.getTime() - endsAt.getTime()).toBeGreaterThanOrEqual(5_000)
  expect(jobs[0]!.startAfter.getTime() - endsAt.getTime()).toBeLessThan(6_000)
})

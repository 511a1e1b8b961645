import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { updateUserDetails } from '../accounts/public/update-user-details.ts'
import { extendStreak } from '../streaks/public/extend-streak.ts'
import { getStreak } from '../streaks/public/get-streak.ts'
import { addUser, answersOf, draftOf } from './contest-testbed.ts'
import { countStreakDays } from './finalize-participants.ts'
import { finishContest } from './finish-contest.ts'
import { joinContest } from './join-contest.ts'
import type { ContestId } from './public/contest.ts'
import { createContest } from './public/create-contest.ts'
import { findContest } from './queries.ts'
import { submitAnswers } from './submit-answers.ts'

const START = new Date('2026-11-02T22:00:00.000Z')
const SUBMITTED = addMs(START, HOUR_MS)
const END = addMs(START, 4 * HOUR_MS)

let fixture: TestDatabase
let write: Write
beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.database, reactionTable([]), () => {})
})
afterAll(() => fixture.drop())

const platform = () => ({ db: fixture.database.query, write })
const streakOf = (userId: UserId, now: Date) =>
  getStreak(fixture.database.query, { userId, timeZone: 'UTC', now })

/** Creates a contest of four questions from 22:00 to 02:00; each user submits this many right answers at 23:00. */
async function playContest(right: number[], changes: { minParticipants?: number } = {}) {
  const { db } = platform()
  const users = await Promise.all(right.map(() => addUser(db)))
  const draft = draftOf(START, { entryFeeGems: 0, prizePoolGems: 0, endsAt: END.toISOString(), ...changes })
  const contestId = await write((tx) => createContest(tx, { author: null, draft, now: START }))
  const contest = (await findContest(db, contestId))!
  for (const [index, userId] of users.entries()) {
    await write(async (tx) => {
      const gemUse = UNRESTRICTED_GEM_USE
      await joinContest(tx, { userId, contest, roomCode: undefined, gemUse, now: START })
      const answers = await answersOf(tx, contest, userId, right[index]!)
      await submitAnswers(tx, { userId, contest, answers, timeTakenSeconds: undefined, now: SUBMITTED })
    })
  }
  return { contestId, users }
}

/** Decides the contest and runs its jobs, each twice. */
async function decide(contestId: ContestId): Promise<void> {
  const now = addMs(END, HOUR_MS)
  await finishContest(platform(), contestId, now)
  const jobs = await fixture.database.query<{ data: { contestId: ContestId; userIds: UserId[] } }>`
    select data from outbox where job = 'contests.count_streak_days' and data ->> 'contestId' = ${contestId}`
  for (const { data } of [...jobs, ...jobs]) await countStreakDays(platform(), data, now)
}

const days = (users: UserId[], now: Date) =>
  Promise.all(users.map(async (userId) => (await streakOf(userId, now)).currentDays))

test('half of the answers right extend the streak on the day of the submission, after the contest is decided', async () => {
  const { contestId, users } = await playContest([4, 2, 1])
  // Before the decision a streak would reveal the score.
  expect(await days(users, SUBMITTED)).toEqual([0, 0, 0])
  await decide(contestId)
  expect(await days(users, addMs(END, HOUR_MS))).toEqual([1, 1, 0])
  const calendar = await fixture.database.query<{ day: string }>`
    select day::text from streak_day where user_id = any(${users}::uuid[])`
  expect(calendar.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-02'])
})

test('the day is that of the submission in the time zone of then, also if the time zone changes before the decision', async () => {
  const { contestId, users } = await playContest([4])
  await write((tx) =>
    updateUserDetails(tx, {
      userId: users[0]!,
      patch: { timeZone: 'Pacific/Kiritimati' },
      now: addMs(SUBMITTED, HOUR_MS),
    }),
  )
  await decide(contestId)
  const [day] = await fixture.database.query<{ day: string }>`
    select day::text from streak_day where user_id = ${users[0]!}`
  expect(day).toEqual({ day: '2026-11-02' })
})

test('a cancelled contest counts too: the participants have learned', async () => {
  const { contestId, users } = await playContest([4, 1], { minParticipants: 3 })
  await decide(contestId)
  expect((await findContest(platform().db, contestId))!.outcome).toBe('CANCELLED')
  expect(await days(users, END)).toEqual([1, 0])
})

test('a contest continues a streak that has no later activity, and changes nothing after one', async () => {
  const { contestId, users } = await playContest([4, 4])
  const learn = (userId: UserId, now: Date) =>
    write((tx) => extendStreak(tx, { userId, timeZone: 'UTC', now }))
  for (const userId of users) await learn(userId, addMs(START, -DAY_MS))
  await learn(users[1]!, addMs(END, 60_000))
  await decide(contestId)
  expect(await days(users, addMs(END, HOUR_MS))).toEqual([2, 1])
})

test('a deleted participant gets no streak', async () => {
  const { contestId, users } = await playContest([4, 4])
  await fixture.database.query`update user_account set deleted_at = now() where id = ${users[0]!}`
  await decide(contestId)
  expect(await days(users, END)).toEqual([0, 1])
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { contestResult } from '../../events/contests.ts'
import { addMs, HOUR_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { countAnswers, masteryOf, ratingsOf } from '../mastery/mastery-testbed.ts'
import { addUser, answersOf, draftOf, QUESTIONS } from './contest-testbed.ts'
import { recordContestAnswers } from './finalize-participants.ts'
import { finishContest } from './finish-contest.ts'
import { joinContest } from './join-contest.ts'
import { createContest } from './public/create-contest.ts'
import { findContest } from './queries.ts'
import { submitAnswers } from './submit-answers.ts'

const START = new Date('2026-11-02T22:00:00.000Z')
const SUBMITTED = addMs(START, HOUR_MS)
const END = addMs(START, 4 * HOUR_MS)

let fixture: TestDatabase
let write: Write
const results: EventData<typeof contestResult>[] = []
beforeAll(async () => {
  fixture = await createTestDatabase()
  const record = async (_: unknown, { data }: { data: EventData<typeof contestResult> }) =>
    void results.push(data)
  write = createWrite(
    fixture.database,
    reactionTable([on(contestResult, { inTransaction: [record] })]),
    () => {},
  )
})
afterAll(() => fixture.drop())

const platform = () => ({ db: fixture.database.query, write })

/** A contest of four questions; each user submits so many answers, of which so many are right. */
async function play(submissions: { right: number; given: number }[], minParticipants = 1) {
  const { db } = platform()
  const questions = QUESTIONS.map((question) => ({ ...question, skill: 'contesting' }))
  const draft = draftOf(START, {
    entryFeeGems: 0,
    prizePoolGems: 0,
    minParticipants,
    endsAt: END.toISOString(),
    questions,
  })
  const contestId = await write((tx) => createContest(tx, { author: null, draft, now: START }))
  const contest = (await findContest(db, contestId))!
  const users: UserId[] = []
  for (const { right, given } of submissions) {
    const userId = await addUser(db)
    users.push(userId)
    await write(async (tx) => {
      await joinContest(tx, {
        userId,
        contest,
        roomCode: undefined,
        gemUse: UNRESTRICTED_GEM_USE,
        now: START,
      })
      const answers = (await answersOf(tx, contest, userId, right)).slice(0, given)
      await submitAnswers(tx, { userId, contest, answers, timeTakenSeconds: undefined, now: SUBMITTED })
    })
  }
  return { contestId, contest, users }
}

test('the answers of a settled contest count once for the skill and the questions, although the job runs five times at once', async () => {
  const { contestId, contest, users } = await play([
    { right: 4, given: 4 },
    { right: 0, given: 4 },
    { right: 1, given: 2 },
  ])
  const run = () =>
    Promise.all(
      users.flatMap((userId) =>
        Array.from({ length: 5 }, () =>
          recordContestAnswers(platform(), results.find((result) => result.userId === userId)!),
        ),
      ),
    )
  await finishContest(platform(), contestId, addMs(END, HOUR_MS))
  await run()
  await countAnswers(platform())
  await run()
  await countAnswers(platform())
  const { db } = platform()
  const skills = (await Promise.all(users.map((user) => masteryOf(db, user)))).flat()
  // An omitted question says nothing.
  expect(skills.map(({ skill, answers }) => [skill, answers])).toEqual([
    ['contesting', 4],
    ['contesting', 4],
    ['contesting', 2],
  ])
  expect(skills[0]!.rating).toBeGreaterThan(skills[1]!.rating)
  expect(skills[0]!.lastAnsweredAt).toEqual(SUBMITTED)
  const ratings = await ratingsOf(db, contest.questionIds)
  expect(ratings.reduce((sum, { answers }) => sum + answers, 0)).toBe(10)
  expect(ratings.reduce((sum, { correctAnswers }) => sum + correctAnswers, 0)).toBe(5)
})

test('the answers of an undecided and of a cancelled contest do not count', async () => {
  const { contestId, users } = await play([{ right: 4, given: 4 }], 2)
  const [userId] = users
  const event = {
    userId: userId!,
    contestId,
    title: 'x',
    rank: 1,
    score: 100,
    prizeGems: 0,
    participantCount: 1,
    at: END.toISOString(),
  }
  await finishContest(platform(), contestId, addMs(END, HOUR_MS))
  await recordContestAnswers(platform(), event)
  await countAnswers(platform())
  expect(await masteryOf(platform().db, userId!)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { comparableRowsOf } from '../bench/complete-lesson/comparable-rows.ts'
import { auditLedger } from '../src/modules/ledger/public/audit-ledger.ts'
import { RaceFixture, type Runner } from './races/race-fixture.ts'

/** Requests of many learners at the same moment, which share transactions. */

let fixture: RaceFixture
let lessons: string[]
beforeAll(async () => {
  fixture = await RaceFixture.open({ CHAIN: 'off' })
  const { token } = await fixture.learner()
  const { course } = await fixture.lesson(token)
  const { data } = await fixture.ask(token)(`GET /course/${course}`)
  lessons = data.lessons.map(({ id }: { id: string }) => id)
})
afterAll(() => fixture?.service.stop())

const learners = (count: number) => Promise.all(Array.from({ length: count }, () => fixture.learner()))

const complete = ({ token }: Runner, lessonId: string, key = Bun.randomUUIDv7() as string) =>
  fixture.service.call(`POST /user-lessons/${lessonId}/complete`, {
    token,
    body: {},
    headers: { 'idempotency-key': key },
  })

/** The number of transactions that inserted completions of these users. */
async function countTransactions(users: Runner[]): Promise<number> {
  const ids = users.map(({ id }) => id)
  const rows =
    await fixture.db`select distinct xmin::text from lesson_completion where user_id = any(${ids}::uuid[])`
  return rows.length
}

const rowsOf = ({ id }: Runner) => comparableRowsOf(fixture.db as unknown as Bun.SQL, id)

test('a course that many learners complete together leaves each of them the rows and responses of one alone', async () => {
  const alone = await fixture.learner()
  const expected = []
  for (const lesson of lessons) expected.push((await complete(alone, lesson)).body)
  const statOf = async () =>
    (
      await fixture.db<{ count: number }>`
      select sum(count)::int as count from daily_stat where kind = 'COURSE_COMPLETED'`
    )[0]!.count
  const before = await statOf()

  const group = await learners(24)
  for (const [index, lesson] of lessons.entries()) {
    const responses = await Promise.all(group.map((learner) => complete(learner, lesson)))
    for (const { body } of responses) expect(body).toEqual(expected[index])
  }
  const rows = await rowsOf(alone)
  for (const learner of group) expect(await rowsOf(learner)).toEqual(rows)
  expect(await statOf()).toBe(before + 24)
  expect(await countTransactions(group)).toBeLessThan((24 * lessons.length) / 2)
  const [cards] = await fixture.db<{ numbers: number }>`
    select count(distinct number)::int as numbers from (
      select count(*) as number from review_card where user_id = any(${[alone, ...group].map(({ id }) => id)}::uuid[])
      group by user_id) as cards`
  expect(cards!.numbers).toBe(1)
  expect((await auditLedger(fixture.service.test.database)).faults).toEqual([])
})

test('repeated keys, repeated lessons and refused requests among others change nothing and disturb no one', async () => {
  const group = await learners(12)
  const keys = group.map(() => Bun.randomUUIDv7() as string)
  const responses = await Promise.all(
    group.flatMap((learner, index) => [
      complete(learner, lessons[0]!, keys[index]),
      complete(learner, lessons[0]!, keys[index]),
      complete(learner, lessons[0]!),
      // Locked: the learner has not completed the lesson before it.
      complete(learner, lessons.at(-1)!),
    ]),
  )
  for (const [index, learner] of group.entries()) {
    const [first, same, other, locked] = responses.slice(index * 4, index * 4 + 4)
    expect([first!.status, same!.status].toSorted()[0]).toBe(200)
    expect([200, 409]).toContain(same!.status)
    expect(other!.status).toBe(200)
    expect(locked!.body.error.code).toBe('LESSON_LOCKED')
    expect(await fixture.countTransfersOf(learner.id)).toBe(1)
    const replayed = await complete(learner, lessons[0]!, keys[index])
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  }
  expect((await auditLedger(fixture.service.test.database)).faults).toEqual([])
})

test('answers of many learners at one moment, some of them to cards of others, are graded as one alone', async () => {
  const group = await learners(16)
  const cards = await Promise.all(group.map(({ id, token }) => fixture.reviewCard(id, token)))
  const answer = ({ token }: Runner, cardId: string) =>
    fixture.service.call(`POST /review/cards/${cardId}/answers`, {
      token,
      body: { repetition: 1, answer: { selectedOption: 0 } },
      headers: { 'idempotency-key': Bun.randomUUIDv7() },
    })
  const responses = await Promise.all(
    group.map((learner, index) => answer(learner, cards[index === 3 ? 4 : index]!.cardId)),
  )
  expect(responses.map(({ status }) => status)).toEqual(group.map((_, index) => (index === 3 ? 404 : 200)))
  const ids = group.map(({ id }) => id)
  const logs = await fixture.db<{ userId: string; number: number; repetitions: number }>`
    select log.user_id as "userId", number, repetitions from review_log as log join review_card on card_id = id
    where log.user_id = any(${ids}::uuid[])`
  expect(logs.map(({ userId }) => userId).toSorted()).toEqual(
    ids.filter((_, index) => index !== 3).toSorted(),
  )
  expect(logs.every(({ number, repetitions }) => number === 1 && repetitions === 1)).toBe(true)
  expect(await fixture.db`select from mastery_answer where user_id = any(${ids}::uuid[])`).toHaveLength(15)
})

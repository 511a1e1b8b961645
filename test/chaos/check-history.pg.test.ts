import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newId } from '../../src/platform/ids.ts'
import { ResponseHistory } from '../cluster/response-history.ts'
import { createRetryingClient } from '../cluster/retrying-client.ts'
import type { TestUser } from '../harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { startTestService } from '../harness/service.ts'
import { checkHistory } from './check-history.ts'
import { addCourse } from './lesson-load.ts'

// Tests that the checker can fail: it must report the faults that are created here.

let testDatabase: TestDatabase
let lessons: string[]
let learners: TestUser[]
const history = new ResponseHistory()

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  ;({ lessons } = await addCourse(testDatabase.database, 2))
  const service = await startTestService({}, testDatabase)
  const client = createRetryingClient([service.url], history)
  learners = await Promise.all(Array.from({ length: 3 }, () => client.register()))
  for (const { accessToken: token } of learners)
    for (const lesson of lessons)
      await client.call(`POST /user-lessons/${lesson}/complete`, { token, body: {} })
  await service.stop()
})
afterAll(() => testDatabase.drop())

test('a history whose responses all have one effect has no faults', async () => {
  const { checked, faults } = await checkHistory(testDatabase.database, history)
  expect(faults).toEqual([])
  expect(checked).toEqual({ 'the registration': 3, 'the completion of lesson': 6 })
})

test('a duplicate and a missing completion are both reported, and nothing else', async () => {
  const { query } = testDatabase.database
  const [twice, gone] = learners as [TestUser, TestUser]
  await query`alter table lesson_completion drop constraint lesson_completion_user_id_lesson_id_key`
  await query`
    insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
    select ${newId()}, user_id, lesson_id, course_id, completed_at
    from lesson_completion where user_id = ${twice.id} and lesson_id = ${lessons[0]!}`
  await query`delete from lesson_completion where user_id = ${gone.id} and lesson_id = ${lessons[1]!}`
  const { faults } = await checkHistory(testDatabase.database, history)
  expect(faults).toContain(`Doubled: lesson ${lessons[0]} was completed 2 times by ${twice.id}.`)
  expect(faults).toContain(
    `Lost: the completion of lesson ${lessons[1]} of ${gone.id} was answered, and is not there.`,
  )
  // Each is also missing or doubled in the ledger; the other learner has no fault.
  expect(faults).toContain(`Unpaid: lesson ${lessons[0]} was completed by ${twice.id} and not paid.`)
  expect(faults.filter((fault) => fault.startsWith('Paid for nothing: lesson:')).length).toBe(1)
  expect(faults.filter((fault) => fault.includes(learners[2]!.id))).toEqual([])
})

test('a lesson that is paid twice is reported with the learner who has too much XP', async () => {
  const { query } = testDatabase.database
  const lucky = learners[2]!
  const entries = [
    { account: 'house:issuance', asset: 'XP', amount: '-10' },
    { account: `user:${lucky.id}`, asset: 'XP', amount: '10' },
  ]
  await query`select posted from ledger_post(${newId()}, ${`lesson:${newId()}`}, 'again', now(), ${entries}::jsonb)`
  const { faults } = await checkHistory(testDatabase.database, history)
  expect(faults).toContain(
    `Wrong: ${lucky.id} has learned for 27 XP and 5 gems, and was paid 37 XP and 5 gems.`,
  )
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { now } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { deleteAccount } from '../account-lifecycle/public/delete-account.ts'
import { type CapstoneTestbed, createCapstoneTestbed, formOf, GOOD_NOTES, JAR } from './capstone-testbed.ts'
import { saveDraft } from './save-draft.ts'

let testbed: CapstoneTestbed
beforeAll(async () => {
  testbed = await createCapstoneTestbed()
})
afterAll(() => testbed.stop())

const eraseAccount = (userId: UserId) =>
  testbed.platform.write((tx) => deleteAccount(tx, { userId, now: now() }))
const countOf = async (userId: UserId) =>
  (await testbed.platform.db`select from project_submission where user_id = ${userId}`).length

/** Files are inspected and stored before the transaction. The user may delete the account during that time. */

test.each(['draft', 'submit'])(
  'a %s of a user who deletes the account during the upload is not stored',
  async (operation) => {
    const { userId, courseId } = await testbed.addLearner()
    await eraseAccount(userId)
    const form = formOf({ notes: GOOD_NOTES, submissionType: 'FILE_UPLOAD' }, ['files', 'jar.md', '# My jar'])
    const { status } = await testbed.call(`POST /course/${courseId}/project/${operation}`, userId, form)
    expect(status).toBe(401)
    expect(await countOf(userId)).toBe(0)
    expect(await testbed.platform.db`select from project_file where user_id = ${userId}`).toHaveLength(0)
    expect(testbed.storedFiles()).toEqual([])
  },
)

test('account erasure waits for a draft that is being saved and deletes it', async () => {
  const { userId, courseId } = await testbed.addLearner()
  const [isSaved, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const saving = testbed.platform.write(async (tx) => {
    await saveDraft(tx, {
      userId,
      courseId,
      project: JAR,
      patch: { notes: 'Mine alone.' },
      publicUrl: 'http://localhost',
      now: now(),
    })
    isSaved.resolve()
    await mayCommit.promise
  })
  await isSaved.promise
  let hasLeft = false
  const deleting = eraseAccount(userId).then(() => {
    hasLeft = true
  })
  await waitUntil(async () => {
    const waiting = await testbed.platform.db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return hasLeft || waiting.length > 0
  })
  mayCommit.resolve()
  await Promise.all([saving, deleting])
  expect(await countOf(userId)).toBe(0)
})

test('an appeal of an erased user is refused', async () => {
  const { userId, courseId } = await testbed.addLearner()
  await eraseAccount(userId)
  const { status } = await testbed.call(`POST /course/${courseId}/project/submission/appeal`, userId, {
    reason: 'Look again.',
  })
  expect(status).toBe(401)
})

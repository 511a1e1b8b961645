import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { accountDeleted } from '../../events/accounts.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.ts'

let testbed: LearningTestbed
beforeAll(async () => {
  testbed = await createLearningTestbed()
})
afterAll(() => testbed.stop())

test('the export contains enrollments, lessons and answers, and erasure deletes the answers only', async () => {
  const { platform } = testbed
  const learner = await testbed.addUser()
  const { lessons } = await testbed.course('chain-basics')
  const { questionIds } = (await catalogCache(platform).current()).lessons.get(lessons[0] as never)!
  await testbed.call(`POST /user-lessons/${lessons[0]}/answers`, learner, {
    questionId: questionIds[0],
    selectedOption: 0,
  })
  await testbed.call(`POST /user-lessons/${lessons[0]}/complete`, learner, {})
  const exported = async () => JSON.parse(JSON.stringify(await exportPersonalData(platform.db, learner)))
  const before = await exported()
  expect(before).toMatchObject({
    enrollments: [{ course: 'Chain basics' }],
    lessons: [{ lesson: 'Blocks' }],
    answers: [{ questionId: questionIds[0], selectedOption: 0 }],
  })
  const event = accountDeleted({ userId: learner, avatarKey: null, at: new Date().toISOString() })
  await platform.write((tx) => erasePersonalData(tx, event))
  expect(await exported()).toEqual({ ...before, answers: [] })
})

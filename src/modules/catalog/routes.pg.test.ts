import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { newId, type UserId } from '../../platform/ids.ts'

let testbed: LearningTestbed
let user: UserId
beforeAll(async () => {
  testbed = await createLearningTestbed()
  user = await testbed.addUser()
})
afterAll(() => testbed.stop())

describe('GET /learning-path', () => {
  test('learning paths list their courses in order, foundations first, with the access of the caller', async () => {
    const { status, body } = await testbed.call('GET /learning-path', user)
    expect(status).toBe(200)
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual([
      'Chain foundations',
      'First numbers',
      'Contract developer',
      'Web developer',
    ])
    const chain = await testbed.course('chain-basics')
    const craft = await testbed.course('contract-craft')
    expect(body.data[2]).toEqual({
      id: expect.any(String),
      title: 'Contract developer',
      description: 'Contracts that hold money.',
      category: 'BLOCKCHAIN',
      categoryTitles: expect.objectContaining({ en: 'Blockchain' }),
      kind: 'SPECIALIZATION',
      isPremium: true,
      userHasAccess: false,
      skills: ['solidity'],
      accent: expect.any(String),
      cover: null,
      totalCourses: 2,
      courses: [
        { id: chain.id, title: 'Chain basics', order: 1 },
        { id: craft.id, title: 'Contract craft', order: 2 },
      ],
    })
    expect(body.data[3].userHasAccess).toBe(true)
    expect((await testbed.call(`GET /learning-path/${body.data[2].id}`, user)).body.data).toEqual(
      body.data[2],
    )
  })

  test('a subscriber has access to every path, and an unknown path is 404', async () => {
    const subscriber = await testbed.addUser()
    await testbed.grantPremium(subscriber)
    const { body } = await testbed.call('GET /learning-path', subscriber)
    expect(body.data.map(({ userHasAccess }: { userHasAccess: boolean }) => userHasAccess)).toEqual([
      true,
      true,
      true,
      true,
    ])
    const one = await testbed.call(`GET /learning-path/${body.data[2].id}`, subscriber)
    expect(one.body.data.userHasAccess).toBe(true)
    expect((await testbed.call(`GET /learning-path/${newId()}`, user)).status).toBe(404)
    expect((await testbed.call('GET /learning-path/roadmap', user)).status).toBe(404)
  })
})

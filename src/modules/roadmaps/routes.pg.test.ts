import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { accountDeleted } from '../../events/accounts.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { eraseProgressData, exportProgressData } from '../progress/personal-data.ts'

let testbed: LearningTestbed
let user: UserId
beforeAll(async () => {
  testbed = await createLearningTestbed()
  user = await testbed.addUser()
})
afterAll(() => testbed.stop())

interface Path {
  id: string
  title: string
  reason: string
}
interface Roadmap {
  rankedBy: string
  careerGoal: string
  totalCourses: number
  coursesCompleted: number
  foundationPaths: (Path & { isCompleted: boolean })[]
  specializationPaths: (Path & { requiresSubscription: boolean; userHasAccess: boolean })[]
}

async function roadmapTo(careerGoal: string, on = testbed, learner = user): Promise<Roadmap> {
  const { status, body } = await on.call('POST /learning-path/roadmap', learner, { careerGoal })
  expect([careerGoal, status]).toEqual([careerGoal, 201])
  return body.data
}

const titlesOf = (paths: Path[]) => paths.map(({ title }) => title)

describe('learning paths', () => {
  test('are listed with their courses in order, foundations first, and say who has access', async () => {
    const { status, body } = await testbed.call('GET /learning-path', user)
    expect(status).toBe(200)
    expect(titlesOf(body.data)).toEqual([
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
      kind: 'SPECIALIZATION',
      isPremium: true,
      userHasAccess: false,
      skills: ['solidity', 'smart contracts'],
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

  test('open to whoever has premium, and are 404 when there is no such path', async () => {
    const subscriber = await testbed.addUser()
    testbed.premium.add(subscriber)
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

describe('a roadmap', () => {
  test('is not there before it is made', async () => {
    const { status, body } = await testbed.call('GET /learning-path/roadmap/me', await testbed.addUser())
    expect([status, body.data]).toEqual([200, { status: 'none', roadmap: null }])
  })

  test('is made from a goal, explained, and read back the same', async () => {
    const made = await roadmapTo('  I want to become a Solidity developer  ')
    expect(made).toEqual({
      rankedBy: 'matcher',
      careerGoal: 'I want to become a Solidity developer',
      totalCourses: 2,
      coursesCompleted: 0,
      foundationPaths: [
        {
          id: expect.any(String),
          title: 'Chain foundations',
          isCompleted: false,
          reason: expect.stringContaining('“Contract developer”'),
        },
      ],
      specializationPaths: [
        {
          id: expect.any(String),
          title: 'Contract developer',
          requiresSubscription: true,
          userHasAccess: false,
          isCompleted: false,
          reason: expect.stringContaining('“solidity”'),
        },
      ],
    } as never)
    const { body } = await testbed.call('GET /learning-path/roadmap/me', user)
    expect(body.data).toEqual({ status: 'completed', roadmap: made })
  })

  test('follows the learner: completed courses and paths, and access, are of this moment', async () => {
    const learner = await testbed.addUser()
    await roadmapTo('web3 engineer', testbed, learner)
    const { lessons } = await testbed.course('chain-basics')
    for (const lesson of lessons) await testbed.call(`POST /user-lessons/${lesson}/complete`, learner, {})
    testbed.premium.add(learner)
    const { roadmap } = (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data
    expect(roadmap).toMatchObject({
      totalCourses: 2,
      coursesCompleted: 1,
      foundationPaths: [{ title: 'Chain foundations', isCompleted: true }],
      specializationPaths: [{ title: 'Contract developer', userHasAccess: true, isCompleted: false }],
    })
  })

  test('gives way to the one for a new goal', async () => {
    const learner = await testbed.addUser()
    await roadmapTo('solidity', testbed, learner)
    const second = await roadmapTo('web designer', testbed, learner)
    expect(titlesOf(second.specializationPaths)).toEqual(['Web developer'])
    expect((await testbed.call('GET /learning-path/roadmap/me', learner)).body.data.roadmap).toEqual(second)
    expect(await testbed.platform.db`select 1 from roadmap where user_id = ${learner}`).toHaveLength(1)
  })

  test('for the same goal is the same, whoever asks', async () => {
    const [one, other] = await Promise.all([
      roadmapTo('frontend', testbed, await testbed.addUser()),
      roadmapTo('frontend', testbed, await testbed.addUser()),
    ])
    expect(one).toEqual(other)
  })

  test('forgives accents, case and slips of the pen', async () => {
    for (const goal of ['SOLIDITY', 'Sólidity', 'soliditty', 'smart contrakts']) {
      expect([goal, titlesOf((await roadmapTo(goal)).specializationPaths)]).toEqual([
        goal,
        ['Contract developer'],
      ])
    }
  })

  test.each(['qwertzuiop asdfghjkl', '¯\\_(ツ)_/¯', '我想学做饭', '!!!', '0', 'I want to get a good job'])(
    'for %j begins with the foundations and says that nothing matched',
    async (goal) => {
      const { status, body } = await testbed.call('POST /learning-path/roadmap', user, { careerGoal: goal })
      expect(status).toBe(201)
      expect(body.message).toContain('No learning path matches')
      expect(body.data.specializationPaths).toEqual([])
      expect(body.data.foundationPaths.length).toBeGreaterThan(0)
      for (const { reason } of body.data.foundationPaths)
        expect(reason).toContain('Nothing in the catalogue matched')
    },
  )

  test.each([
    "'; drop table roadmap; --",
    "solidity' & !html | (css <-> a):*",
    '%_\\',
    '<script>alert(1)</script>',
    '{{7*7}} $1 $$ #{x}',
    'a'.repeat(300),
    '😀'.repeat(150),
    '\\\'"`()[]{}<>|&!*:'.repeat(15),
    'x y z '.repeat(50),
  ])('is not harmed by %j', async (goal) => {
    const { careerGoal } = await roadmapTo(goal)
    expect(careerGoal).toBe(goal.trim())
    expect((await testbed.call('GET /learning-path/roadmap/me', user)).body.data.roadmap.careerGoal).toBe(
      goal.trim(),
    )
  })

  test.each([undefined, '', '   ', 'a'.repeat(301), 7, null, { x: 1 }])(
    'a goal of %j is 400',
    async (careerGoal) => {
      const { status, body } = await testbed.call('POST /learning-path/roadmap', user, { careerGoal })
      expect([status, body.error.details[0].field]).toEqual([400, 'careerGoal'])
    },
  )

  test('is one’s own: the id may be left out or be one’s own, and another is refused', async () => {
    const own = await testbed.call('POST /learning-path/roadmap', user, { userId: user, careerGoal: 'css' })
    expect(own.status).toBe(201)
    const other = await testbed.addUser()
    const refused = await testbed.call('POST /learning-path/roadmap', user, {
      userId: other,
      careerGoal: 'css',
    })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN'])
    expect((await testbed.call('GET /learning-path/roadmap/me', other)).body.data.status).toBe('none')
    const broken = await testbed.call('POST /learning-path/roadmap', user, {
      userId: 'me',
      careerGoal: 'css',
    })
    expect(broken.status).toBe(400)
  })

  test('of twenty at once one stays, whole', async () => {
    const learner = await testbed.addUser()
    const goals = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? `solidity ${index}` : `html ${index}`,
    )
    await Promise.all(goals.map((goal) => roadmapTo(goal, testbed, learner)))
    const { roadmap } = (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data
    expect(goals).toContain(roadmap.careerGoal)
    expect(titlesOf(roadmap.specializationPaths)).toEqual([
      roadmap.careerGoal.startsWith('solidity') ? 'Contract developer' : 'Web developer',
    ])
  })

  test('is in the document of one’s data, and goes with the account', async () => {
    const learner = await testbed.addUser()
    await roadmapTo('css', testbed, learner)
    const { lessons } = await testbed.course('chain-basics')
    await testbed.call(`POST /user-lessons/${lessons[0]}/complete`, learner, {})
    expect(await exported(learner)).toMatchObject({
      enrollments: [{ course: 'Chain basics' }],
      lessons: [{ lesson: 'Blocks' }],
      roadmap: { careerGoal: 'css' },
    })
    const event = accountDeleted({ userId: learner, avatarKey: null, at: new Date().toISOString() })
    await testbed.platform.write((tx) => eraseProgressData(tx, event))
    expect(await exported(learner)).toMatchObject({
      roadmap: null,
      answers: [],
      lessons: [{}],
    })
  })
})

/** As the document shows it. */
async function exported(learner: UserId): Promise<unknown> {
  return JSON.parse(JSON.stringify(await exportProgressData(testbed.platform.db, learner)))
}

describe('on the catalogue that we ship', () => {
  const GOALS: [goal: string, foundation: string[], specialization: string | undefined][] = [
    ['Smart contract developer', ['Blockchain foundations'], 'Blockchain developer'],
    ['I want to audit DeFi protocols', ['Blockchain foundations'], 'Blockchain developer'],
    ['Front-end engineer', ['Web foundations'], 'Web developer'],
    ['freelance web designer', ['Web foundations'], 'Web developer'],
    ['Data scientist at a bank', ['First steps in the digital world'], 'Data analyst'],
    ['work with SQL and spreadsheets', ['First steps in the digital world'], 'Data analyst'],
    ['understand bitcoin and crypto wallets', ['Blockchain foundations'], undefined],
    ['manage my personal finances and budget', ['First steps in the digital world'], undefined],
    ['javascript programmer', ['Web foundations'], 'Web developer'],
    ['machine learning enginer', ['First steps in the digital world'], 'Data analyst'],
  ]
  let shipped: LearningTestbed
  let learner: UserId
  beforeAll(async () => {
    shipped = await createLearningTestbed({ pack: join(import.meta.dir, '../../../content') })
    learner = await shipped.addUser()
  })
  afterAll(() => shipped.stop())

  test.each(GOALS)('%s', async (goal, foundation, specialization) => {
    const roadmap = await roadmapTo(goal, shipped, learner)
    expect(titlesOf(roadmap.foundationPaths)).toEqual(expect.arrayContaining(foundation))
    expect(titlesOf(roadmap.specializationPaths)[0]).toBe(specialization as string)
    for (const { reason } of [...roadmap.foundationPaths, ...roadmap.specializationPaths])
      expect(reason).toMatch(/“[^”]+”|a good beginning/)
  })

  test('different goals give different roads', async () => {
    const roads = new Set<string>()
    for (const [goal] of GOALS) {
      const { foundationPaths, specializationPaths } = await roadmapTo(goal, shipped, learner)
      roads.add(JSON.stringify([titlesOf(foundationPaths), titlesOf(specializationPaths)]))
    }
    expect(roads.size).toBeGreaterThanOrEqual(5)
  })
})

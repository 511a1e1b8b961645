import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { accountDeleted } from '../../events/accounts.ts'
import type { UserId } from '../../platform/ids.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.ts'

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
  foundationPaths: (Path & { isCompleted: boolean; isMastered: boolean })[]
  specializationPaths: (Path & {
    requiresSubscription: boolean
    userHasAccess: boolean
    isMastered: boolean
  })[]
  isMatched: boolean
  courses: { id: string }[]
  skippedCourses: {
    id: string
    title: string
    skills: string[]
    reason: string
    pathId: string
    position: number
    isCompleted: boolean
    hours: number
  }[]
}

async function roadmapTo(careerGoal: string, on = testbed, learner = user): Promise<Roadmap> {
  const { status, body } = await on.call('POST /learning-path/roadmap', learner, { careerGoal })
  expect([careerGoal, status]).toEqual([careerGoal, 201])
  return body.data
}

const titlesOf = (paths: Path[]) => paths.map(({ title }) => title)

describe('roadmap endpoints', () => {
  test('a user without a roadmap reads status none', async () => {
    const { status, body } = await testbed.call('GET /learning-path/roadmap/me', await testbed.addUser())
    expect([status, body.data]).toEqual([200, { status: 'none', roadmap: null }])
  })

  test('a roadmap is created from a goal with reasons and read back unchanged', async () => {
    const made = await roadmapTo('  I want to become a Solidity developer  ')
    const [basics, craft] = [await testbed.course('chain-basics'), await testbed.course('contract-craft')]
    expect(made).toEqual({
      rankedBy: 'matcher',
      careerGoal: 'I want to become a Solidity developer',
      isMatched: true,
      totalCourses: 2,
      coursesCompleted: 0,
      foundationPaths: [
        {
          id: expect.any(String),
          title: 'Chain foundations',
          accent: expect.any(String),
          isCompleted: false,
          isMastered: false,
          reason: expect.stringContaining('“Contract developer”'),
        },
      ],
      specializationPaths: [
        {
          id: expect.any(String),
          title: 'Contract developer',
          accent: expect.any(String),
          requiresSubscription: true,
          userHasAccess: false,
          isCompleted: false,
          isMastered: false,
          reason: expect.stringContaining('“solidity”'),
        },
      ],
      courses: [
        {
          id: basics.id,
          title: 'Chain basics',
          order: 1,
          pathId: expect.any(String),
          isPremium: false,
          userHasAccess: true,
          hours: 0.25,
          skills: ['blockchain', 'hashing'],
          position: 1,
          completedLessons: 0,
          totalLessons: basics.lessons.length,
          reason: 'In this course you learn “blockchain” and “hashing”.',
        },
        {
          id: craft.id,
          title: 'Contract craft',
          order: 2,
          pathId: expect.any(String),
          isPremium: true,
          userHasAccess: false,
          hours: 0.25,
          skills: ['solidity'],
          position: 2,
          completedLessons: 0,
          totalLessons: craft.lessons.length,
          reason: 'This course teaches “solidity”, which fits your goal.',
        },
      ],
      skippedCourses: [],
      remainingHours: 0.5,
      nextStep: {
        courseId: basics.id,
        lessonId: basics.lessons[0],
        requiresSubscription: false,
        lessonTitle: 'Blocks',
        isEnrolled: false,
        text: 'Continue with the lesson “Blocks” of the course “Chain basics”.',
      },
    } as never)
    const { body } = await testbed.call('GET /learning-path/roadmap/me', user)
    expect(body.data).toEqual({ status: 'completed', roadmap: made })
  })

  test('a roadmap shows the current completions and the current access of the user', async () => {
    const learner = await testbed.addUser()
    await roadmapTo('web3 engineer', testbed, learner)
    const { lessons } = await testbed.course('chain-basics')
    for (const lesson of lessons) await testbed.call(`POST /user-lessons/${lesson}/complete`, learner, {})
    await testbed.grantPremium(learner)
    const { roadmap } = (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data
    expect(roadmap).toMatchObject({
      totalCourses: 2,
      coursesCompleted: 1,
      foundationPaths: [{ title: 'Chain foundations', isCompleted: true }],
      specializationPaths: [{ title: 'Contract developer', userHasAccess: true, isCompleted: false }],
    })
  })

  test('a roadmap skips what the learner has mastered, says so, and names the next step', async () => {
    const learner = await testbed.addUser()
    const [basics, craft] = [await testbed.course('chain-basics'), await testbed.course('contract-craft')]
    const read = async () => (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data.roadmap
    await roadmapTo('solidity', testbed, learner)
    await testbed.call(`POST /user-lessons/${basics.lessons[0]}/complete`, learner, {})
    const begun = await read()
    expect(begun.nextStep).toMatchObject({
      courseId: basics.id,
      lessonId: basics.lessons[1],
      isEnrolled: true,
    })
    expect(begun.courses[0]).toMatchObject({ completedLessons: 1, totalLessons: basics.lessons.length })
    for (const lesson of basics.lessons.slice(1))
      await testbed.call(`POST /user-lessons/${lesson}/complete`, learner, {})
    expect(await read()).toMatchObject({
      courses: [{ id: craft.id, order: 1, position: 2 }],
      skippedCourses: [
        {
          id: basics.id,
          title: 'Chain basics',
          reason: 'You completed this course.',
          pathId: begun.courses[0].pathId,
          position: 1,
          isCompleted: true,
          hours: 0,
        },
      ],
      nextStep: {
        courseId: craft.id,
        lessonId: null,
        lessonTitle: null,
        isEnrolled: false,
        requiresSubscription: true,
        text: 'The course “Contract craft” is next. It needs a subscription.',
      },
    })
    await testbed.grantPremium(learner)
    expect((await read()).nextStep).toMatchObject({ lessonId: craft.lessons[0], requiresSubscription: false })
    for (const lesson of craft.lessons)
      await testbed.call(`POST /user-lessons/${lesson}/complete`, learner, {})
    expect(await read()).toMatchObject({
      courses: [],
      remainingHours: 0,
      nextStep: { courseId: null, text: 'You completed all courses of your roadmap.' },
    })
  })

  test('a course that has no open lesson does not hide the courses behind it, and is finished at the end', async () => {
    const learner = await testbed.addUser()
    await testbed.grantPremium(learner)
    const [basics, craft] = [await testbed.course('chain-basics'), await testbed.course('contract-craft')]
    const completeAll = async (lessons: string[]) => {
      for (const lesson of lessons) await testbed.call(`POST /user-lessons/${lesson}/complete`, learner, {})
    }
    const archive = async (lesson: string, at: Date | null) => {
      await testbed.platform.db`update lesson set archived_at = ${at} where id = ${lesson}`
      catalogCache(testbed.platform).invalidate()
    }
    const read = async () => (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data.roadmap
    await roadmapTo('solidity', testbed, learner)
    await completeAll(basics.lessons.slice(0, -1))
    await archive(basics.lessons.at(-1)!, new Date())
    try {
      const begun = await read()
      expect(begun.courses.map(({ id }: { id: string }) => id)).toEqual([basics.id, craft.id])
      expect(begun.nextStep).toMatchObject({
        courseId: craft.id,
        lessonId: craft.lessons[0],
        isEnrolled: false,
      })
      await completeAll(craft.lessons)
      const last = basics.lessons.at(-2)!
      expect((await read()).nextStep).toMatchObject({ courseId: basics.id, lessonId: last, isEnrolled: true })
      await completeAll([last])
      expect(await read()).toMatchObject({
        courses: [],
        nextStep: { courseId: null, text: 'You completed all courses of your roadmap.' },
      })
    } finally {
      await archive(basics.lessons.at(-1)!, null)
    }
  })

  test('a course is skipped if other completed courses taught all its skills', async () => {
    const learner = await testbed.addUser()
    const { id } = await testbed.course('page-building')
    const setSkills = async (skills: string[]) => {
      await testbed.platform.db`
        update course set skills = array(select jsonb_array_elements_text(${skills}::jsonb)) where id = ${id}`
      catalogCache(testbed.platform).invalidate()
    }
    await setSkills(['blockchain'])
    try {
      const { lessons } = await testbed.course('chain-basics')
      for (const lesson of lessons) await testbed.call(`POST /user-lessons/${lesson}/complete`, learner, {})
      const { courses, skippedCourses } = await roadmapTo('web designer', testbed, learner)
      expect(courses.map((course: { id: string }) => course.id)).not.toContain(id)
      expect(skippedCourses).toContainEqual({
        id,
        title: 'Page building',
        skills: ['blockchain'],
        reason: 'You already know “blockchain”.',
        pathId: expect.any(String),
        position: expect.any(Number),
        isCompleted: false,
        hours: 0.25,
      })
    } finally {
      await setSkills(['html', 'css', 'résumé pages'])
    }
  })

  test('a path is mastered when each of its courses is, and a roadmap of mastered courses is not called completed', async () => {
    const learner = await testbed.addUser()
    const master = (skills: string[]) => testbed.test.database.query`
      insert into skill_mastery (user_id, skill, rating, answers, last_answered_at)
      select ${learner}, skill, 1200, 12, now() from unnest(${skills}::text[]) as skill`
    const read = async () => {
      const { foundationPaths, specializationPaths } = await roadmapTo('solidity', testbed, learner)
      const { nextStep } = (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data.roadmap
      const paths = [...foundationPaths, ...specializationPaths]
      return { mastered: titlesOf(paths.filter(({ isMastered }) => isMastered)), text: nextStep.text }
    }
    // The other course of the path is to be learned, in an earlier path.
    await master(['solidity'])
    expect((await read()).mastered).toEqual([])
    await master(['blockchain', 'hashing'])
    expect(await read()).toEqual({
      mastered: ['Chain foundations', 'Contract developer'],
      text: 'You already have all the skills of your roadmap.',
    })
  })

  test('a path whose courses are all archived is neither shown nor recommended', async () => {
    const learner = await testbed.addUser()
    const { id } = await testbed.course('page-building')
    const goal = 'web developer and solidity'
    const archive = async (at: Date | null) => {
      await testbed.platform.db`update course set archived_at = ${at} where id = ${id}`
      catalogCache(testbed.platform).invalidate()
    }
    const read = async () => {
      const { roadmap } = (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data
      return titlesOf([...roadmap.foundationPaths, ...roadmap.specializationPaths])
    }
    await roadmapTo(goal, testbed, learner)
    expect(await read()).toContain('Web developer')
    await archive(new Date())
    try {
      expect(await read()).not.toContain('Web developer')
      await roadmapTo(goal, testbed, learner)
    } finally {
      await archive(null)
    }
    expect(await read()).not.toContain('Web developer')
  })

  test('a course is skipped while the answers of the learner prove all its skills, and comes back when a level falls', async () => {
    const learner = await testbed.addUser()
    const { id } = await testbed.course('page-building')
    const skills = ['html', 'css', 'résumé pages']
    const setRating = (rating: number, answers: number) => testbed.test.database.query`
      insert into skill_mastery (user_id, skill, rating, answers, last_answered_at)
      select ${learner}, skill, ${rating}, ${answers}, now() from unnest(${skills}::text[]) as skill
      on conflict (user_id, skill) do update set rating = excluded.rating, answers = excluded.answers`
    const read = async () => {
      const { courses, skippedCourses } = await roadmapTo('web designer', testbed, learner)
      const has = (list: { id: string }[]) => list.some((course) => course.id === id)
      return { isLeft: has(courses), isSkipped: has(skippedCourses) }
    }
    expect(await read()).toEqual({ isLeft: true, isSkipped: false })
    await setRating(1_200, 12)
    expect(await read()).toEqual({ isLeft: false, isSkipped: true })
    await setRating(1_100, 13)
    expect(await read()).toEqual({ isLeft: true, isSkipped: false })
  })

  test('reasons are written in the language of the account, also after it changes', async () => {
    const learner = await testbed.addUser()
    await roadmapTo('solidity', testbed, learner)
    await testbed.platform.db`update user_account set language = 'fr-CA' where id = ${learner}`
    const { roadmap } = (await testbed.call('GET /learning-path/roadmap/me', learner)).body.data
    expect(roadmap.specializationPaths[0].reason).toBe(
      'Ce parcours correspond à votre objectif : il enseigne « solidity ».',
    )
    expect(roadmap.courses.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Dans ce cours, vous apprenez « blockchain » et « hashing ».',
      'Ce cours enseigne « solidity », ce qui correspond à votre objectif.',
    ])
    expect(roadmap.nextStep.text).toBe('Continuez avec la leçon « Blocks » du cours « Chain basics ».')
    const { body } = await testbed.call('POST /learning-path/roadmap', learner, { careerGoal: 'pilote' })
    expect(body.message).toContain('Aucun parcours ne correspond encore à cet objectif')
  })

  test('a new goal replaces the roadmap', async () => {
    const learner = await testbed.addUser()
    await roadmapTo('solidity', testbed, learner)
    const second = await roadmapTo('web designer', testbed, learner)
    expect(titlesOf(second.specializationPaths)).toEqual(['Web developer'])
    expect((await testbed.call('GET /learning-path/roadmap/me', learner)).body.data.roadmap).toEqual(second)
    expect(await testbed.platform.db`select 1 from roadmap where user_id = ${learner}`).toHaveLength(1)
  })

  test('two users with the same goal get the same roadmap', async () => {
    const [one, other] = await Promise.all([
      roadmapTo('frontend', testbed, await testbed.addUser()),
      roadmapTo('frontend', testbed, await testbed.addUser()),
    ])
    expect(one).toEqual(other)
  })

  test('a goal matches despite accents, case and spelling errors', async () => {
    for (const goal of ['SOLIDITY', 'Sólidity', 'soliditty', 'smart contrakts']) {
      expect([goal, titlesOf((await roadmapTo(goal)).specializationPaths)]).toEqual([
        goal,
        ['Contract developer'],
      ])
    }
  })

  test.each(['qwertzuiop asdfghjkl', '¯\\_(ツ)_/¯', '我想学做饭', '!!!', '0', 'I want to get a good job'])(
    'the goal %j without a match returns foundation paths and says that nothing matched',
    async (goal) => {
      const { status, body } = await testbed.call('POST /learning-path/roadmap', user, { careerGoal: goal })
      expect(status).toBe(201)
      expect(body.message).toContain('No learning path matches')
      expect(body.data.specializationPaths).toEqual([])
      expect(body.data.foundationPaths.length).toBeGreaterThan(0)
      for (const { reason } of body.data.foundationPaths) expect(reason).toContain('No learning path matched')
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
  ])('the goal %j is stored and read back unchanged', async (goal) => {
    const { careerGoal } = await roadmapTo(goal)
    expect(careerGoal).toBe(goal.trim())
    expect((await testbed.call('GET /learning-path/roadmap/me', user)).body.data.roadmap.careerGoal).toBe(
      goal.trim(),
    )
  })

  test.each([undefined, '', '   ', 'a'.repeat(301), 7, null, { x: 1 }])(
    'a roadmap request with the goal %j is 400',
    async (careerGoal) => {
      const { status, body } = await testbed.call('POST /learning-path/roadmap', user, { careerGoal })
      expect([status, body.error.details[0].field]).toEqual([400, 'careerGoal'])
    },
  )

  test('a roadmap request may name only the caller as its user', async () => {
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

  test('one of twenty concurrent roadmap requests is stored completely', async () => {
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

  test('the personal data export contains the roadmap until the account is erased', async () => {
    const learner = await testbed.addUser()
    await roadmapTo('css', testbed, learner)
    const { db } = testbed.platform
    expect(await exportPersonalData(db, learner)).toMatchObject({ roadmap: { careerGoal: 'css' } })
    const event = accountDeleted({ userId: learner, avatarKey: null, at: new Date().toISOString() })
    await testbed.platform.write((tx) => erasePersonalData(tx, event))
    expect(await exportPersonalData(db, learner)).toEqual({ roadmap: null })
  })
})

describe('roadmaps on the shipped catalog', () => {
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

  test.each(GOALS)('the goal "%s" finds its paths', async (goal, foundation, specialization) => {
    const roadmap = await roadmapTo(goal, shipped, learner)
    expect(titlesOf(roadmap.foundationPaths)).toEqual(expect.arrayContaining(foundation))
    expect(titlesOf(roadmap.specializationPaths)[0]).toBe(specialization as string)
    for (const { reason } of [...roadmap.foundationPaths, ...roadmap.specializationPaths])
      expect(reason).toMatch(/“[^”]+”|a good start/)
  })

  test.each([
    'pilot',
    'airline pilot',
    'bake bread',
    'I want to bake bread and sell it',
    'civil engineer',
    'event manager',
    'security guard',
    'interior design',
    'wine tasting',
    'saving lives',
    'contract lawyer',
    'real estate developer',
    'student nurse',
    'repair washing machines',
    'I want to change my career and become a pilot',
    'solidarity worker',
    'supply chain manager',
    'je veux devenir pilote',
    'j’ai toujours voulu être pilote',
    'quero ser piloto',
    'nataka kuwa rubani',
    'أريد أن أصبح طيارا',
  ])('the unrelated goal %j matches no path', async (goal) => {
    const { isMatched, specializationPaths } = await roadmapTo(goal, shipped, learner)
    expect([isMatched, titlesOf(specializationPaths)]).toEqual([false, []])
  })

  test.each([
    'I hate crypto',
    'no bitcoin please',
    'anything but blockchain',
    'Sipendi crypto',
    'keep me away from bitcoin',
    'crypto is a scam',
    'I refuse to work with blockchain',
    'I have had enough of crypto',
    'J’en ai marre de la crypto',
  ])('the goal %j matches no path and does not offer what it rejects', async (goal) => {
    const { isMatched, foundationPaths, specializationPaths } = await roadmapTo(goal, shipped, learner)
    expect(isMatched).toBe(false)
    expect(titlesOf([...foundationPaths, ...specializationPaths]).join()).not.toContain('Blockchain')
    expect(foundationPaths.length).toBeGreaterThan(0)
  })

  test('a goal with a rejected and a wanted subject matches only the wanted one', async () => {
    const roadmap = await roadmapTo('not interested in finance, but web', shipped, learner)
    expect(roadmap.isMatched).toBe(true)
    expect(titlesOf(roadmap.foundationPaths)).toEqual(['Web foundations'])
    expect(titlesOf(roadmap.specializationPaths)).toEqual(['Web developer'])
    const { specializationPaths } = await roadmapTo('data analyst, I hate web design', shipped, learner)
    expect(titlesOf(specializationPaths)).toEqual(['Data analyst'])
    for (const goal of ['Crypto? No thanks. Web.', 'leaving crypto for web', 'a non-crypto web job']) {
      const { foundationPaths } = await roadmapTo(goal, shipped, learner)
      expect([goal, titlesOf(foundationPaths)]).toEqual([goal, ['Web foundations']])
    }
  })

  test('a goal in another language finds its path', async () => {
    for (const [goal, title] of [
      ['Je veux devenir développeur web', 'Web developer'],
      ['Quero ser analista de dados', 'Data analyst'],
      ['أريد أن أصبح محلل بيانات', 'Data analyst'],
    ] as const) {
      const { specializationPaths } = await roadmapTo(goal, shipped, learner)
      expect([goal, titlesOf(specializationPaths)[0]]).toEqual([goal, title])
    }
  })

  test('different goals return different roadmaps', async () => {
    const distinct = new Set<string>()
    for (const [goal] of GOALS) {
      const { foundationPaths, specializationPaths } = await roadmapTo(goal, shipped, learner)
      distinct.add(JSON.stringify([titlesOf(foundationPaths), titlesOf(specializationPaths)]))
    }
    expect(distinct.size).toBeGreaterThanOrEqual(5)
  })
})

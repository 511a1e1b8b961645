import sharp from 'sharp'
import { until } from '../harness/until.ts'
import type { RaceBed } from '../races/bed.ts'
import type { Race, Stage } from '../races/race.ts'

export type Deed = Pick<Race, 'operation' | 'what' | 'stage'>

const QUESTION = { prompt: 'A?', options: ['a', 'b'], correctIndex: 0 }
const SLIDES = [{ type: 'FLASHCARD', front: 'A key?', back: 'It opens.' }]

type Prepared = Omit<Stage, 'token' | 'effects'> & Partial<Pick<Stage, 'effects'>>

/** What an admin does who does nothing else: one line in the audit log is one deed. */
function act(operation: string, prepare: (bed: RaceBed, ask: Ask) => Promise<Prepared>): Deed {
  return {
    operation,
    stage: async (bed) => {
      const prepared = await prepare(bed, bed.ask((await bed.admin()).token))
      const { id, token } = await bed.newAdmin()
      const effects = () => bed.count(bed.db`select from audit_entry where actor_id = ${id}`)
      return { token, effects, ...prepared }
    },
  }
}

type Ask = ReturnType<RaceBed['ask']>

const newName = () => `A deed ${crypto.randomUUID()}`

const courseBody = (title: string) => ({
  title,
  description: 'What a key opens.',
  category: 'BLOCKCHAIN',
  level: 'BEGINNER',
})
const lessonBody = (title: string) => ({ title, xpReward: 1, gemReward: 0, slides: SLIDES })
const pathBody = (title: string, courseId: string) => ({
  title,
  description: 'All of them.',
  category: 'GENERAL',
  kind: 'FOUNDATION',
  courseIds: [courseId],
})
const capstoneBody = (courseId: string) => ({
  courseId,
  title: 'A plan',
  description: 'Write one.',
  allowedSubmissionTypes: ['TEXT'],
  xpReward: 1,
  gemReward: 1,
  rubric: [{ criterion: 'It is one', points: 10 }],
})
const promotionBody = (title: string) => ({ kind: 'BANNER', title, isEnabled: false })
const contestBody = (title: string) => ({
  title,
  description: '',
  entryFeeGems: 0,
  prizePoolGems: 10,
  startsAt: '2036-11-02T08:00:00.000Z',
  endsAt: '2036-11-02T09:00:00.000Z',
  questions: [QUESTION],
})
const badgeBody = (badgeType: string) => ({
  badgeType,
  name: badgeType,
  description: 'Pass 7 projects.',
  ruleKind: 'PROJECTS_PASSED',
  requiredProgress: 7,
})

/** A course with a lesson, both of which can be shown. */
async function course(ask: Ask): Promise<{ id: string; lessonId: string }> {
  const { id } = (await ask('POST /admin/courses', courseBody(newName()))).data
  const lessonId = (await ask(`POST /admin/courses/${id}/lessons`, lessonBody(newName()))).data.id
  return { id, lessonId }
}

async function shownCourse(ask: Ask): Promise<{ id: string; lessonId: string }> {
  const made = await course(ask)
  await ask(`POST /admin/lessons/${made.lessonId}/publish`)
  await ask(`POST /admin/courses/${made.id}/publish`)
  return made
}

const newBadge = async (ask: Ask): Promise<string> => {
  const type = `DEED_${Bun.randomUUIDv7().replaceAll('-', '').slice(0, 20).toUpperCase()}`
  await ask('POST /admin/badges', badgeBody(type))
  return type
}

/** One of each kind of content that has drafts, ready to be changed, shown and taken away. */
const DRAFTS: { kind: string; patch: object; make: (ask: Ask) => Promise<string> }[] = [
  { kind: 'lessons', patch: { title: 'First' }, make: async (ask) => (await course(ask)).lessonId },
  {
    kind: 'courses',
    patch: { title: 'Keys, again' },
    make: async (ask) => {
      const { id, lessonId } = await course(ask)
      await ask(`POST /admin/lessons/${lessonId}/publish`)
      return id
    },
  },
  {
    kind: 'questions',
    patch: { prompt: 'B?' },
    make: async (ask) => (await ask('POST /admin/questions', { ...QUESTION, prompt: newName() })).data.id,
  },
  {
    kind: 'capstones',
    patch: { passingScore: 50 },
    make: async (ask) => {
      const { id } = await shownCourse(ask)
      await ask('POST /admin/capstones', capstoneBody(id))
      return id
    },
  },
  {
    kind: 'learning-paths',
    patch: { skills: ['care'] },
    make: async (ask) => {
      const { id } = await shownCourse(ask)
      return (await ask('POST /admin/learning-paths', pathBody(newName(), id))).data.id
    },
  },
  {
    kind: 'promotions',
    patch: { priority: 3 },
    make: async (ask) => (await ask('POST /admin/promotions', promotionBody(newName()))).data.id,
  },
]

/** What is made: there must be one of it. */
export const MAKING: Deed[] = [
  act('POST /admin/courses', async (bed) => {
    const title = newName()
    return {
      body: courseBody(title),
      effects: () => bed.count(bed.db`select from course where title = ${title}`),
    }
  }),
  act('POST /admin/courses/{id}/lessons', async (bed, ask) => {
    const { id } = await course(ask)
    const title = newName()
    return {
      path: { id },
      body: lessonBody(title),
      effects: () => bed.count(bed.db`select from lesson where title = ${title}`),
    }
  }),
  act('POST /admin/questions', async (bed) => {
    const prompt = newName()
    return {
      body: { ...QUESTION, prompt },
      effects: () => bed.count(bed.db`select from question where prompt = ${prompt}`),
    }
  }),
  act('POST /admin/learning-paths', async (bed, ask) => {
    const title = newName()
    return {
      body: pathBody(title, (await course(ask)).id),
      effects: () => bed.count(bed.db`select from learning_path where title = ${title}`),
    }
  }),
  act('POST /admin/capstones', async (_, ask) => ({ body: capstoneBody((await course(ask)).id) })),
  act('POST /admin/contests', async (bed) => {
    const title = newName()
    return {
      body: contestBody(title),
      effects: () => bed.count(bed.db`select from contest where title = ${title}`),
    }
  }),
  act('POST /admin/promotions', async (bed) => {
    const title = newName()
    return {
      body: promotionBody(title),
      effects: () => bed.count(bed.db`select from promotion where title = ${title}`),
    }
  }),
  act('POST /admin/badges', async () => ({ body: badgeBody(`DEED_${Date.now()}`) })),
  act('POST /admin/users/{id}/notifications', async (bed) => {
    const { id } = await bed.learner()
    // What is said is told by a job, and each line of the log has one.
    const said = () =>
      bed.count(bed.db`select from audit_entry where act = 'user.notified' and subject_id = ${id}`)
    const told = () => bed.count(bed.db`select from notification where user_id = ${id}`)
    return {
      path: { id },
      body: { title: 'Hello', body: 'It is mended.' },
      effects: async () => {
        await until(async () => (await told()) === (await said()), 60)
        return told()
      },
    }
  }),
]

/** What is changed: it must be written down once. */
export const CHANGING: Deed[] = [
  ...DRAFTS.flatMap(({ kind, patch, make }) => [
    act(`PATCH /admin/${kind}/{id}`, async (_, ask) => ({ path: { id: await make(ask) }, body: patch })),
    act(`POST /admin/${kind}/{id}/publish`, async (_, ask) => ({ path: { id: await make(ask) } })),
    act(`POST /admin/${kind}/{id}/archive`, async (_, ask) => {
      const id = await make(ask)
      await ask(`POST /admin/${kind}/${id}/publish`)
      return { path: { id } }
    }),
  ]),
  act('PATCH /admin/contests/{id}', async (_, ask) => {
    const { id } = (await ask('POST /admin/contests', contestBody(newName()))).data
    return { path: { id }, body: { title: 'A sprint' } }
  }),
  act('PATCH /admin/badges/{badgeType}', async (_, ask) => ({
    path: { badgeType: await newBadge(ask) },
    body: { name: 'Another' },
  })),
  act('PUT /admin/badges/{badgeType}/picture', async (_, ask) => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } }).png()
    const form = new FormData()
    form.set('picture', new File([new Uint8Array(await picture.toBuffer())], 'a.png'))
    return { path: { badgeType: await newBadge(ask) }, body: form }
  }),
  act('POST /admin/badges/{badgeType}/publish', async (_, ask) => ({
    path: { badgeType: await newBadge(ask) },
  })),
  act('POST /admin/badges/{badgeType}/archive', async (_, ask) => {
    const badgeType = await newBadge(ask)
    await ask(`POST /admin/badges/${badgeType}/publish`)
    return { path: { badgeType } }
  }),
  act('POST /admin/users/{id}/suspend', async (bed) => ({
    path: { id: (await bed.learner()).id },
    body: {},
  })),
  act('POST /admin/users/{id}/unsuspend', async (bed, ask) => {
    const { id } = await bed.learner()
    await ask(`POST /admin/users/${id}/suspend`, {})
    return { path: { id }, body: {} }
  }),
  act('PATCH /admin/users/{id}/role', async (bed) => ({
    path: { id: (await bed.learner()).id },
    body: { role: 'CREATOR' },
  })),
  act('DELETE /admin/users/{id}/subscription', async (bed, ask) => {
    const { id } = await bed.learner()
    await ask(`PUT /admin/users/${id}/subscription`, { until: null })
    return { path: { id } }
  }),
  act('PATCH /admin/certificates/{id}', async (bed) => ({
    path: { id: await certificate(bed) },
    body: { studentName: 'Better' },
  })),
  act('POST /admin/certificates/{id}/revoke', async (bed) => {
    const id = await certificate(bed)
    await bed.db`
      update certificate set status = 'MINTED', token_id = '1', transaction_hash = '0x1', pending = null,
        owed_at = null
      where id = ${id}`
    return { path: { id }, body: { reason: 'ISSUED_IN_ERROR' } }
  }),
  act('POST /admin/orders/{id}/retry', async (bed) => {
    const { orderId } = await bed.order((await bed.learner()).token)
    return { path: { id: orderId } }
  }),
  act('POST /admin/jobs/failed/{id}/retry', async (bed, ask) => {
    await bed.db`
      insert into outbox (id, job, data)
      values (${Bun.randomUUIDv7()}, 'notifications.deliver', '{"notificationIds": ["none"]}')`
    const failed = async () =>
      (await ask('GET /admin/jobs/failed?job=notifications.deliver')).data as { id: string }[]
    await until(async () => (await failed()).length > 0, 60)
    return { path: { id: (await failed())[0]!.id } }
  }),
  act('POST /admin/ledger/audits', async (bed) => {
    // While one is under way, whoever asks is given that one.
    const underWay = () => bed.count(bed.db`select from ledger_audit where finished_at is null`)
    await until(async () => (await underWay()) === 0, 60)
    return {}
  }),
]

async function certificate(bed: RaceBed): Promise<string> {
  const { id, token } = await bed.learner()
  const { course: courseId } = await bed.lesson(token)
  await bed.db`
    insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
    values (${Bun.randomUUIDv7()}, ${id}, ${courseId}, now(), now())`
  const claim = { courseId, studentName: 'Amina Otieno' }
  return (await bed.ask(token)('POST /certificates/claim', claim)).data.certificateId
}

import sharp from 'sharp'
import { waitUntil } from '../harness/wait-until.ts'
import type { RaceFixture } from '../races/race-fixture.ts'
import type { Race, RaceSetup } from '../races/run-race.ts'

export type IdempotentOperation = Pick<Race, 'operation' | 'what' | 'stage'>

const QUESTION = { prompt: 'A?', options: ['a', 'b'], correctIndex: 0 }
/** As short as the model takes it. */
const SOURCE_TEXT = 'A key opens a lock. '.repeat(20)
const SLIDES = [{ type: 'FLASHCARD', front: 'A key?', back: 'It opens.' }]

type Prepared = Omit<RaceSetup, 'token' | 'effects'> & Partial<Pick<RaceSetup, 'effects'>>

/** An admin without other operations: one entry in the audit log is one effect. */
function adminOperation(
  operation: string,
  prepare: (fixture: RaceFixture, ask: Ask) => Promise<Prepared>,
): IdempotentOperation {
  return {
    operation,
    stage: async (fixture) => {
      const prepared = await prepare(fixture, fixture.ask((await fixture.admin()).token))
      const { id, token } = await fixture.newAdmin()
      const effects = () => fixture.count(fixture.db`select from audit_entry where actor_id = ${id}`)
      return { token, effects, ...prepared }
    },
  }
}

type Ask = ReturnType<RaceFixture['ask']>

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const newName = () => `An operation ${crypto.randomUUID()}`

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

/** A course with a lesson, both ready to be published. */
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

const newContestPlan = async (ask: Ask, runs = 1): Promise<string> => {
  const questionIds: string[] = []
  for (let index = 0; index < runs; index++) {
    const question = { prompt: `${newName()}?`, options: ['a', 'b'], correctIndex: 0 }
    questionIds.push((await ask('POST /admin/questions', question)).data.id)
  }
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const endsAt = new Date(Date.now() + 90_000_000).toISOString()
  return (await ask('POST /admin/contest-plans', { title: newName(), startsAt, endsAt, runs, questionIds }))
    .data.id
}
const newBadge = async (ask: Ask): Promise<string> => {
  const type = `TEST_${Bun.randomUUIDv7().replaceAll('-', '').slice(0, 20).toUpperCase()}`
  await ask('POST /admin/badges', badgeBody(type))
  return type
}

let pictures = 0
/** A picture that differs from all others: the same file again would be the same medium. */
async function logoForm(): Promise<FormData> {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } }).png()
  const form = new FormData()
  form.set('logo', new File([new Uint8Array(await picture.toBuffer())], 'a.png'))
  return form
}

async function pictureForm(): Promise<FormData> {
  const background = { r: 10, g: 20, b: ++pictures }
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background } }).png()
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await picture.toBuffer())], 'a.png'))
  form.set('alt', 'A square')
  return form
}

const newMedium = async (ask: Ask): Promise<string> =>
  (await ask('POST /admin/media', await pictureForm())).data.id

/** One of each kind of content with drafts, ready to be changed, published and unpublished. */
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

const broadcastBody = (name: string) => ({
  name,
  type: 'ANNOUNCEMENT',
  texts: { en: { title: 'Hello', body: 'There.' } },
  fallbackLanguage: 'en',
})
async function newBroadcast(ask: Ask): Promise<{ id: string; name: string }> {
  const name = newName()
  return { id: (await ask('POST /admin/broadcasts', broadcastBody(name))).data.id, name }
}
const sending = (name: string) => ({ version: 1, confirmName: name, sendAt: inAnHour() })

/** Operations that create: exactly one must exist. */
export const ADMIN_CREATES: IdempotentOperation[] = [
  adminOperation('POST /admin/courses', async (fixture) => {
    const title = newName()
    return {
      body: courseBody(title),
      effects: () => fixture.count(fixture.db`select from course where title = ${title}`),
    }
  }),
  adminOperation('POST /admin/courses/{id}/lessons', async (fixture, ask) => {
    const { id } = await course(ask)
    const title = newName()
    return {
      path: { id },
      body: lessonBody(title),
      effects: () => fixture.count(fixture.db`select from lesson where title = ${title}`),
    }
  }),
  adminOperation('POST /admin/courses/{id}/duplicate', async (fixture, ask) => {
    const { id } = await course(ask)
    const { title } = (await ask(`GET /admin/courses/${id}`)).data
    return {
      path: { id },
      effects: () => fixture.count(fixture.db`select from course where title = ${`Copy of ${title}`}`),
    }
  }),
  adminOperation('POST /admin/lessons/{id}/duplicate', async (fixture, ask) => {
    const { id, lessonId } = await course(ask)
    return {
      path: { id: lessonId },
      effects: async () => (await fixture.count(fixture.db`select from lesson where course_id = ${id}`)) - 1,
    }
  }),
  adminOperation('POST /admin/questions', async (fixture) => {
    const prompt = newName()
    return {
      body: { ...QUESTION, prompt },
      effects: () => fixture.count(fixture.db`select from question where prompt = ${prompt}`),
    }
  }),
  adminOperation('POST /admin/questions/import', async (fixture) => {
    const prompt = newName()
    return {
      body: { format: 'gift', text: `${prompt} {=a ~b}` },
      effects: () => fixture.count(fixture.db`select from question where prompt = ${prompt}`),
    }
  }),
  adminOperation('POST /admin/lessons/{id}/model-drafts', async (fixture, ask) => {
    const sourceTitle = newName()
    return {
      path: { id: (await course(ask)).lessonId },
      body: { sourceTitle, sourceText: SOURCE_TEXT },
      effects: () => fixture.count(fixture.db`select from model_draft where source_title = ${sourceTitle}`),
    }
  }),
  adminOperation('POST /admin/questions/model-drafts', async (fixture) => {
    const sourceTitle = newName()
    return {
      body: { sourceTitle, sourceText: SOURCE_TEXT },
      effects: () => fixture.count(fixture.db`select from model_draft where source_title = ${sourceTitle}`),
    }
  }),
  adminOperation('DELETE /admin/model-drafts/{id}', async (fixture, ask) => {
    const id = Bun.randomUUIDv7()
    await fixture.db`
      insert into model_draft (id, lesson_id, source_title, model, drafted_at)
      values (${id}, ${(await course(ask)).lessonId}, 'Keys', 'writer-1', now())`
    return { path: { id } }
  }),
  adminOperation('POST /admin/content/imports', async (fixture) => {
    // An empty archive; what follows its end makes it differ from others.
    const archive = Bun.gzipSync(Buffer.concat([Buffer.alloc(1024), Buffer.from(newName())]))
    const digest = new Bun.CryptoHasher('sha256').update(archive).digest('hex')
    const form = new FormData()
    form.set('archive', new File([archive], 'a.tar.gz'))
    return {
      body: form,
      effects: () =>
        fixture.count(fixture.db`select from content_import where encode(digest, 'hex') = ${digest}`),
    }
  }),
  adminOperation('POST /admin/courses/{id}/test/questions', async (fixture, ask) => {
    const prompt = newName()
    const { id } = await course(ask)
    const question = (await ask('POST /admin/questions', { ...QUESTION, prompt })).data.id
    return {
      path: { id },
      body: { questionIds: [question] },
      effects: () =>
        fixture.count(fixture.db`select from question where prompt = ${prompt} and use = 'TEST'`),
    }
  }),
  adminOperation('PATCH /admin/courses/{id}/test', async (_, ask) => ({
    path: { id: (await course(ask)).id },
    body: { passPercent: 70 },
  })),
  adminOperation('POST /admin/courses/{id}/test/history/{version}/restore', async (_, ask) => {
    const { id } = await course(ask)
    await ask(`PATCH /admin/courses/${id}/test`, { passPercent: 70 })
    return { path: { id, version: '1' } }
  }),
  adminOperation('POST /admin/courses/{id}/test/publish', async (fixture, ask) => {
    const { id } = await course(ask)
    const prompt = newName()
    await ask('POST /admin/questions', { ...QUESTION, prompt, use: 'TEST', courseId: id })
    return {
      path: { id },
      effects: () =>
        fixture.count(fixture.db`select from question where prompt = ${prompt} and archived_at is null`),
    }
  }),
  adminOperation('POST /admin/questions/bulk', async (_, ask) => {
    const { id } = (await ask('POST /admin/questions', { ...QUESTION, prompt: newName() })).data
    return { body: { ids: [id], status: 'PUBLISHED' } }
  }),
  adminOperation('POST /admin/topics', async () => ({ body: { title: newName() } })),
  adminOperation('PATCH /admin/topics/{id}', async (_, ask) => ({
    path: { id: (await ask('POST /admin/topics', { title: newName() })).data.id },
    body: { title: newName() },
  })),
  adminOperation('POST /admin/learning-paths', async (fixture, ask) => {
    const title = newName()
    return {
      body: pathBody(title, (await course(ask)).id),
      effects: () => fixture.count(fixture.db`select from learning_path where title = ${title}`),
    }
  }),
  adminOperation('POST /admin/capstones', async (_, ask) => ({ body: capstoneBody((await course(ask)).id) })),
  adminOperation('POST /admin/contests', async (fixture) => {
    const title = newName()
    return {
      body: contestBody(title),
      effects: () => fixture.count(fixture.db`select from contest where title = ${title}`),
    }
  }),
  adminOperation('POST /admin/promotions', async (fixture) => {
    const title = newName()
    return {
      body: promotionBody(title),
      effects: () => fixture.count(fixture.db`select from promotion where title = ${title}`),
    }
  }),
  adminOperation('POST /admin/badges', async () => ({ body: badgeBody(`TEST_${Date.now()}`) })),
  adminOperation('POST /admin/users/{id}/notifications', async (fixture) => {
    const { id } = await fixture.learner()
    // A job sends the announcement, and each log entry has one.
    const auditEntries = () =>
      fixture.count(fixture.db`select from audit_entry where action = 'user.notified' and subject_id = ${id}`)
    const notifications = () => fixture.count(fixture.db`select from notification where user_id = ${id}`)
    return {
      path: { id },
      body: { title: 'Hello', body: 'It is mended.' },
      effects: async () => {
        await waitUntil(async () => (await notifications()) === (await auditEntries()))
        return notifications()
      },
    }
  }),
  adminOperation('POST /admin/broadcasts', async (fixture) => {
    const name = newName()
    return {
      body: broadcastBody(name),
      effects: () => fixture.count(fixture.db`select from broadcast where name = ${name}`),
    }
  }),
  adminOperation('POST /admin/broadcasts/{id}/preview', async (_, ask) => ({
    path: { id: (await newBroadcast(ask)).id },
    body: { sendTest: true },
  })),
  adminOperation('POST /admin/users/{id}/view-as', async (fixture) => ({
    path: { id: (await fixture.learner()).id },
    body: { reason: 'Asked for help.' },
  })),
  adminOperation('POST /admin/users/{id}/notes', async (fixture) => {
    const { id } = await fixture.learner()
    return {
      path: { id },
      body: { text: 'Called twice.' },
      effects: () => fixture.count(fixture.db`select from user_note where user_id = ${id}`),
    }
  }),
]

/** Operations that change: exactly one audit entry must exist. */
export const ADMIN_UPDATES: IdempotentOperation[] = [
  ...DRAFTS.flatMap(({ kind, patch, make }) => [
    adminOperation(`PATCH /admin/${kind}/{id}`, async (_, ask) => ({
      path: { id: await make(ask) },
      body: patch,
    })),
    adminOperation(`POST /admin/${kind}/{id}/publish`, async (_, ask) => ({ path: { id: await make(ask) } })),
    adminOperation(`POST /admin/${kind}/{id}/archive`, async (_, ask) => {
      const id = await make(ask)
      await ask(`POST /admin/${kind}/${id}/publish`)
      return { path: { id } }
    }),
  ]),
  ...DRAFTS.filter(({ kind }) => ['courses', 'lessons', 'learning-paths', 'capstones'].includes(kind)).map(
    ({ kind, patch, make }) =>
      adminOperation(`POST /admin/${kind}/{id}/history/{version}/restore`, async (_, ask) => {
        const id = await make(ask)
        await ask(`PATCH /admin/${kind}/${id}`, patch)
        return { path: { id, version: '1' } }
      }),
  ),
  ...DRAFTS.filter(({ kind }) => kind === 'courses' || kind === 'lessons').flatMap(
    ({ kind, patch, make }) => [
      adminOperation(`POST /admin/${kind}/{id}/discard-changes`, async (_, ask) => {
        const id = await make(ask)
        await ask(`POST /admin/${kind}/${id}/publish`)
        await ask(`PATCH /admin/${kind}/${id}`, patch)
        return { path: { id } }
      }),
      adminOperation(`PUT /admin/${kind}/{id}/schedule`, async (_, ask) => ({
        path: { id: await make(ask) },
        body: { publishAt: inAnHour() },
      })),
      adminOperation(`DELETE /admin/${kind}/{id}/schedule`, async (_, ask) => {
        const id = await make(ask)
        await ask(`PUT /admin/${kind}/${id}/schedule`, { publishAt: inAnHour() })
        return { path: { id } }
      }),
    ],
  ),
  adminOperation('POST /admin/courses/{id}/review-requests', async (_, ask) => ({
    path: { id: (await course(ask)).id },
    body: {},
  })),
  ...['approve', 'return', 'withdraw'].map((verb) =>
    adminOperation(`POST /admin/review-requests/{id}/${verb}`, async (_, ask) => {
      const submitted = await ask(`POST /admin/courses/${(await course(ask)).id}/review-requests`, {})
      return {
        path: { id: submitted.data.id },
        ...(verb === 'return' ? { body: { comments: [{ text: 'Again.' }] } } : {}),
      }
    }),
  ),
  adminOperation('POST /admin/lessons/{id}/preview-link', async (_, ask) => ({
    path: { id: (await course(ask)).lessonId },
    body: {},
  })),
  adminOperation('DELETE /admin/lessons/{id}/preview-link', async (_, ask) => {
    const { lessonId } = await course(ask)
    await ask(`POST /admin/lessons/${lessonId}/preview-link`, {})
    return { path: { id: lessonId } }
  }),
  adminOperation('PUT /admin/courses/{id}/lesson-order', async (_, ask) => {
    const { id, lessonId } = await course(ask)
    const second = (await ask(`POST /admin/courses/${id}/lessons`, lessonBody(newName()))).data.id
    return { path: { id }, body: { lessonIds: [second, lessonId] } }
  }),
  adminOperation('POST /admin/courses/{id}/authors', async (fixture, ask) => ({
    path: { id: (await course(ask)).id },
    body: { userId: await newAuthor(fixture) },
  })),
  adminOperation('DELETE /admin/courses/{id}/authors/{userId}', async (fixture, ask) => {
    const [{ id }, userId] = [await course(ask), await newAuthor(fixture)]
    await ask(`POST /admin/courses/${id}/authors`, { userId })
    return { path: { id, userId } }
  }),
  adminOperation('POST /admin/courses/{id}/transfer', async (fixture, ask) => ({
    path: { id: (await course(ask)).id },
    body: { userId: await newAuthor(fixture) },
  })),
  adminOperation('POST /admin/courses/{id}/take-over', async (fixture, ask) => ({
    path: { id: await shippedCourse(fixture, ask) },
    body: { reason: 'We adapt it.', owner: { userId: await newAuthor(fixture) } },
  })),
  adminOperation('DELETE /admin/courses/{id}/take-over', async (fixture, ask) => {
    const id = await shippedCourse(fixture, ask)
    await ask(`POST /admin/courses/${id}/take-over`, { reason: 'We adapt it.' })
    return { path: { id } }
  }),
  adminOperation('PATCH /admin/contests/{id}', async (_, ask) => {
    const { id } = (await ask('POST /admin/contests', contestBody(newName()))).data
    return { path: { id }, body: { title: 'A sprint' } }
  }),
  adminOperation('POST /admin/contest-plans', async (fixture) => {
    const title = newName()
    return {
      body: { title },
      effects: () => fixture.count(fixture.db`select from contest_plan where terms ->> 'title' = ${title}`),
    }
  }),
  adminOperation('PATCH /admin/contest-plans/{id}', async (_, ask) => ({
    path: { id: await newContestPlan(ask) },
    body: { description: 'One question.' },
  })),
  adminOperation('DELETE /admin/contest-plans/{id}', async (_, ask) => ({
    path: { id: await newContestPlan(ask) },
  })),
  adminOperation('POST /admin/contest-plans/{id}/publish', async (fixture, ask) => {
    const id = await newContestPlan(ask)
    return {
      path: { id },
      effects: () => fixture.count(fixture.db`select from contest where series_key = ${`plan:${id}`}`),
    }
  }),
  adminOperation('POST /admin/contest-plans/{id}/stop', async (_, ask) => {
    const id = await newContestPlan(ask, 2)
    await ask(`POST /admin/contest-plans/${id}/publish`)
    return { path: { id } }
  }),
  adminOperation('PATCH /admin/badges/{badgeType}', async (_, ask) => ({
    path: { badgeType: await newBadge(ask) },
    body: { name: 'Another' },
  })),
  adminOperation('PUT /admin/badges/{badgeType}/picture', async (_, ask) => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } }).png()
    const form = new FormData()
    form.set('picture', new File([new Uint8Array(await picture.toBuffer())], 'a.png'))
    return { path: { badgeType: await newBadge(ask) }, body: form }
  }),
  adminOperation('POST /admin/media', async () => ({ body: await pictureForm() })),
  adminOperation('PATCH /admin/media/{id}', async (_, ask) => ({
    path: { id: await newMedium(ask) },
    body: { alt: 'Something else' },
  })),
  adminOperation('PUT /admin/courses/{id}/cover', async (_, ask) => {
    const { id } = await course(ask)
    await ask(`PUT /admin/courses/${id}/cover`, { mediumId: await newMedium(ask) })
    return { path: { id }, body: { mediumId: null } }
  }),
  adminOperation('PUT /admin/learning-paths/{id}/cover', async (_, ask) => {
    const courseId = (await course(ask)).id
    const { id } = (await ask('POST /admin/learning-paths', pathBody(newName(), courseId))).data
    await ask(`PUT /admin/learning-paths/${id}/cover`, { mediumId: await newMedium(ask) })
    return { path: { id }, body: { mediumId: null } }
  }),
  adminOperation('DELETE /admin/media/{id}', async (_, ask) => ({ path: { id: await newMedium(ask) } })),
  adminOperation('POST /admin/badges/{badgeType}/publish', async (_, ask) => ({
    path: { badgeType: await newBadge(ask) },
  })),
  adminOperation('POST /admin/badges/{badgeType}/archive', async (_, ask) => {
    const badgeType = await newBadge(ask)
    await ask(`POST /admin/badges/${badgeType}/publish`)
    return { path: { badgeType } }
  }),
  adminOperation('DELETE /admin/users/{id}/notes/{noteId}', async (fixture, ask) => {
    const { id } = await fixture.learner()
    const noteId = (await ask(`POST /admin/users/${id}/notes`, { text: 'Called twice.' })).data.id
    return { path: { id, noteId } }
  }),
  adminOperation('POST /admin/users/{id}/sessions/revoke', async (fixture) => ({
    path: { id: (await fixture.learner()).id },
    body: { reason: 'A lost phone.' },
  })),
  adminOperation('POST /admin/users/{id}/suspend', async (fixture) => ({
    path: { id: (await fixture.learner()).id },
    body: {},
  })),
  adminOperation('POST /admin/users/{id}/unsuspend', async (fixture, ask) => {
    const { id } = await fixture.learner()
    await ask(`POST /admin/users/${id}/suspend`, {})
    return { path: { id }, body: {} }
  }),
  adminOperation('PATCH /admin/users/{id}/role', async (fixture) => ({
    path: { id: (await fixture.learner()).id },
    body: { role: 'CREATOR' },
  })),
  adminOperation('DELETE /admin/users/{id}/subscription', async (fixture, ask) => {
    const { id } = await fixture.learner()
    await ask(`PUT /admin/users/${id}/subscription`, { until: null })
    return { path: { id } }
  }),
  adminOperation('PATCH /admin/certificates/{id}', async (fixture) => ({
    path: { id: await certificate(fixture) },
    body: { studentName: 'Better' },
  })),
  adminOperation('POST /admin/certificates/{id}/revoke', async (fixture) => {
    const id = await certificate(fixture)
    await fixture.db`
      update certificate set status = 'MINTED', token_id = '1', transaction_hash = '0x1', pending_step = null,
        retry_at = null
      where id = ${id}`
    return { path: { id }, body: { reason: 'ISSUED_IN_ERROR' } }
  }),
  adminOperation('POST /admin/orders/{id}/retry', async (fixture) => {
    const { orderId } = await fixture.order((await fixture.learner()).token)
    return { path: { id: orderId } }
  }),
  adminOperation('POST /admin/jobs/failed/{id}/retry', async (fixture, ask) => {
    await fixture.db`
      insert into outbox (id, job, data)
      values (${Bun.randomUUIDv7()}, 'notifications.deliver', '{"notificationIds": ["none"]}')`
    const failed = async () =>
      (await ask('GET /admin/jobs/failed?job=notifications.deliver')).data as { id: string }[]
    await waitUntil(async () => (await failed()).length > 0)
    return { path: { id: (await failed())[0]!.id } }
  }),
  adminOperation('POST /admin/emails/{id}/resend', async (fixture) => {
    const id = Bun.randomUUIDv7()
    await fixture.db`
      insert into outgoing_mail (id, recipient, subject, sealed_body, created_at, sent_at)
      select ${id}, 'nobody@example.com', 'A test', sealed_body, now(), now() from outgoing_mail limit 1`
    return { path: { id }, body: { reason: 'Asked for again.' } }
  }),
  adminOperation('PUT /admin/site-settings', async () => ({
    body: { name: `Site ${Bun.randomUUIDv7().slice(-8)}`, language: 'en', accent: 'teal' },
  })),
  adminOperation('PUT /admin/site-settings/logo', async () => ({ body: await logoForm() })),
  adminOperation('DELETE /admin/site-settings/logo', async (_, ask) => {
    await ask('PUT /admin/site-settings/logo', await logoForm())
    return {}
  }),
  adminOperation('PATCH /admin/broadcasts/{id}', async (_, ask) => ({
    path: { id: (await newBroadcast(ask)).id },
    body: { version: 1, messagesPerSecond: 5 },
  })),
  adminOperation('POST /admin/broadcasts/{id}/send', async (_, ask) => {
    const { id, name } = await newBroadcast(ask)
    return { path: { id }, body: sending(name) }
  }),
  adminOperation('POST /admin/broadcasts/{id}/stop', async (_, ask) => {
    const { id, name } = await newBroadcast(ask)
    await ask(`POST /admin/broadcasts/${id}/send`, sending(name))
    return { path: { id } }
  }),
  adminOperation('POST /admin/reports/{id}/decision', async (fixture) => {
    const [id, { id: userId }] = [Bun.randomUUIDv7(), await fixture.learner()]
    await fixture.db`
      insert into report (id, user_id, kind, target_id, reason, text, created_at)
      values (${id}, ${userId}, 'QUESTION', ${Bun.randomUUIDv7()}, 'WRONG', '', now())`
    return { path: { id }, body: { decision: 'DISMISSED', note: 'It is right.' } }
  }),
  adminOperation('PUT /admin/runtime-settings', async (_, ask) => {
    const { version } = (await ask('GET /admin/runtime-settings')).data
    const generalLimit = { count: 100_000 + version, windowSeconds: 60 }
    const others = {
      isSignUpOpen: null,
      areStakesOn: null,
      creatorLimits: null,
      grantLimits: null,
      twoFactorRoles: null,
    }
    return { body: { version, generalLimit, ...others, reason: 'A test.' } }
  }),
  adminOperation('POST /admin/ledger/audits', async (fixture) => {
    // While one is running, other requests return it.
    const inProgress = () => fixture.count(fixture.db`select from ledger_audit where finished_at is null`)
    await waitUntil(async () => (await inProgress()) === 0)
    return {}
  }),
]

async function newAuthor(fixture: RaceFixture): Promise<string> {
  const { id } = await fixture.learner()
  await fixture.db`update user_account set role = 'CREATOR' where id = ${id}`
  return id
}

/** A course of a pack. Packs are imported by a command or a job, so the row is changed. */
async function shippedCourse(fixture: RaceFixture, ask: Ask): Promise<string> {
  const { id } = await course(ask)
  await fixture.db`
    update course set key = 'shipped-' || id, pack_id = 'shipped', owner_id = null where id = ${id}`
  return id
}

async function certificate(fixture: RaceFixture): Promise<string> {
  const { id, token } = await fixture.learner()
  const { course: courseId } = await fixture.lesson(token)
  await fixture.db`
    insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
    values (${Bun.randomUUIDv7()}, ${id}, ${courseId}, now(), now())`
  const claim = { courseId, studentName: 'Amina Otieno' }
  return (await fixture.ask(token)('POST /certificates/claim', claim)).data.certificateId
}

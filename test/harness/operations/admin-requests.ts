import { expect } from 'bun:test'
import sharp from 'sharp'
import { AUDIT_ACTIONS } from '../../../src/modules/staff-access/public/audit-actions.ts'
import { insertGrantRequest } from '../grant-requests.ts'
import type { TestService } from '../service.ts'
import { insertUser } from '../users.ts'
import { waitUntil } from '../wait-until.ts'
import type { Probe } from './route-prober.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Send = (name: string, probe?: Omit<Probe, 'operation' | 'what'>) => Promise<any>

/**
 * Sends a valid request to every operation under /admin. The user has a submission that waits for a manual
 * review.
 */
export async function sendAdminRequests(service: TestService, send: Send, userId: string): Promise<void> {
  const admin = await service.register()
  await service.test.database.query`update user_account set role = 'ADMIN' where id = ${admin.id}`
  const { email, password } = admin
  const signedIn = await service.call('POST /auth/login', { body: { email, password } })
  const token: string = signedIn.body.data.accessToken
  const ask = (name: string, id?: string, body?: unknown) =>
    send(name, { token, ...(id ? { path: { id } } : {}), ...(body === undefined ? {} : { body }) })

  await runUsers(service, send, token)
  await runContent(ask, send, token)
  await runQuestionBank(ask, send, token)
  await runContentExchange(send, token)
  await runCourseAuthors(service, ask, send, token)
  await runBadges(send, token)
  await runMedia(send, token)
  const queue = (await ask('GET /admin/submissions')).data as { id: string; userId: string }[]
  const waiting = queue.find((submission) => submission.userId === userId)!
  await ask('POST /admin/submissions/{id}/decision', waiting.id, { decision: 'PASSED', reason: 'Good.' })
  const [report] = (await send('GET /admin/reports', { token, query: 'status=OPEN&kind=LESSON' })).data
  await ask('POST /admin/reports/{id}/decision', report.id, { decision: 'ACTED', note: 'It is added.' })
  await runBroadcasts(ask)
  await runOrders(service, send, token, userId)
  await runCertificates(service, send, token, userId)
  await runMachinery(service, send, token)
  await ask('GET /admin/stats')
  for (const part of ['activity', 'retention', 'funnel', 'learning', 'ledger', 'revenue', 'battles']) {
    await ask(`GET /admin/figures/${part}`)
    await send(`GET /admin/figures/${part}`, { token, query: 'from=2026-11-01&interval=week&format=csv' })
  }
  await ask('GET /admin/system')
  await ask('GET /admin/figures/questions')
  await send('GET /admin/figures/questions', { token, query: 'format=csv' })
  const pages = await Promise.all(
    [1, 2].map((page) => send('GET /admin/audit', { token, query: `limit=100&page=${page}` })),
  )
  const lines = pages.flatMap(({ data }) => data as { act: string }[])
  // All operations have run, so each audit action must have an entry, except for those of the command line and of the first run.
  const written = new Set([...lines.map(({ act }) => act), 'user.two_factor_reset', 'site.set_up'])
  expect(AUDIT_ACTIONS.filter((act) => !written.has(act))).toEqual([])
}

async function runBroadcasts(
  ask: (name: string, id?: string, body?: unknown) => ReturnType<Send>,
): Promise<void> {
  const draft = {
    name: 'News',
    type: 'ANNOUNCEMENT',
    texts: { en: { title: 'Hello', body: 'New courses are here.' } },
    fallbackLanguage: 'en',
  }
  const { id } = (await ask('POST /admin/broadcasts', undefined, draft)).data
  await ask('GET /admin/broadcasts')
  await ask('GET /admin/broadcasts/{id}', id)
  await ask('PATCH /admin/broadcasts/{id}', id, { version: 1, messagesPerSecond: 5 })
  await ask('POST /admin/broadcasts/{id}/preview', id)
  await ask('POST /admin/broadcasts/{id}/preview', id, { sendTest: true })
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  await ask('POST /admin/broadcasts/{id}/send', id, { version: 2, confirmName: 'News', sendAt })
  await ask('POST /admin/broadcasts/{id}/stop', id)
}

async function runUsers(service: TestService, send: Send, token: string): Promise<void> {
  const { id } = await service.register()
  await service.test.database.query`update user_account set email_verified_at = now() where id = ${id}`
  const ask = (name: string, body?: unknown) =>
    send(name, { token, path: { id }, ...(body === undefined ? {} : { body }) })
  await send('GET /admin/users', { token, query: 'search=user&role=USER&isSuspended=false' })
  await ask('GET /admin/users/{id}')
  await send('GET /admin/attention', { token })
  await send('GET /admin/search', { token, query: 'q=user' })
  await ask('POST /admin/users/{id}/grants', { asset: 'GEM', amount: 10, reason: 'A gift.' })
  await ask('POST /admin/users/{id}/notifications', { title: 'Hello', body: 'It is mended.' })
  await ask('GET /admin/users/{id}/overview')
  await ask('POST /admin/users/{id}/view-as', { reason: 'Asked for help.' })
  await send('GET /admin/users/{id}/ledger', {
    token,
    path: { id },
    query: 'asset=GEM&from=2026-01-01T00:00:00Z',
  })
  await ask('GET /admin/users/{id}/sessions')
  await ask('GET /admin/users/{id}/enrollments')
  await ask('GET /admin/users/{id}/referrals')
  await ask('POST /admin/users/{id}/sessions/revoke', { reason: 'A lost phone.' })
  const note = (await ask('POST /admin/users/{id}/notes', { text: 'Called twice.' })).data.id as string
  await ask('GET /admin/users/{id}/notes')
  await send('DELETE /admin/users/{id}/notes/{noteId}', { token, path: { id, noteId: note } })
  await ask('PUT /admin/users/{id}/subscription', { until: null })
  await ask('DELETE /admin/users/{id}/subscription')
  await ask('PATCH /admin/users/{id}/role', { role: 'CREATOR' })
  await ask('POST /admin/users/{id}/suspend', { reason: 'A test.' })
  await ask('POST /admin/users/{id}/suspend')
  await ask('POST /admin/users/{id}/unsuspend')
}

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Ask = (name: string, id?: string, body?: unknown) => Promise<any>

/** Creates, reads, updates, publishes and unpublishes every kind of content. */
async function runContent(ask: Ask, send: Send, token: string): Promise<void> {
  const course = {
    title: 'Keys',
    description: 'What a key opens.',
    category: 'BLOCKCHAIN',
    level: 'BEGINNER',
  }
  const courseId = (await ask('POST /admin/courses', undefined, course)).data.id
  const slides = [{ type: 'FLASHCARD', front: 'A key?', back: 'It opens.' }]
  const lesson = { title: 'One', xpReward: 1, gemReward: 0, slides }
  const lessonId = (await ask('POST /admin/courses/{id}/lessons', courseId, lesson)).data.id
  const question = { prompt: 'A?', options: ['a', 'b'], correctIndex: 0 }
  const questionId = (await ask('POST /admin/questions', undefined, question)).data.id
  const project = {
    courseId,
    title: 'A plan',
    description: 'Write one.',
    allowedSubmissionTypes: ['TEXT'],
    xpReward: 1,
    gemReward: 1,
    rubric: [{ criterion: 'It is one', points: 10 }],
  }
  await ask('POST /admin/capstones', undefined, project)
  const path = {
    title: 'Wallets',
    description: 'All of them.',
    category: 'GENERAL',
    kind: 'FOUNDATION',
    courseIds: [courseId],
  }
  const pathId = (await ask('POST /admin/learning-paths', undefined, path)).data.id
  const promotionId = (
    await ask('POST /admin/promotions', undefined, { kind: 'BANNER', title: 'New', isEnabled: false })
  ).data.id
  const testQuestion = { ...question, prompt: 'T?', use: 'TEST', courseId }
  const testQuestionId = (await ask('POST /admin/questions', undefined, testQuestion)).data.id
  await ask('GET /admin/courses/{id}/test', courseId)
  await ask('PATCH /admin/courses/{id}/test', courseId, { passPercent: 70 })
  await ask('PATCH /admin/courses/{id}/test', courseId)
  await ask('POST /admin/courses/{id}/test/questions', courseId, { questionIds: [questionId] })
  await ask('POST /admin/courses/{id}/test/publish', courseId)
  await ask('GET /admin/courses/{id}/test/example', courseId)
  await ask('POST /admin/questions/{id}/archive', testQuestionId)
  await ask('GET /admin/topics')
  const topicId = (await ask('POST /admin/topics', undefined, { title: 'Doors' })).data.id
  await ask('PATCH /admin/topics/{id}', topicId, { title: 'Gates' })
  await ask('GET /admin/courses/{id}/lessons', courseId)
  await ask('GET /admin/promotions/{id}/figures', promotionId)
  for (const [kind, id, patch] of [
    ['lessons', lessonId, { title: 'First' }],
    ['courses', courseId, { title: 'Keys, again' }],
    ['questions', questionId, { prompt: 'B?' }],
    ['capstones', courseId, { passingScore: 50 }],
    ['learning-paths', pathId, { skills: ['care'] }],
    ['promotions', promotionId, { priority: 3 }],
  ] as const) {
    if (kind !== 'lessons') await ask(`GET /admin/${kind}`)
    await ask(`GET /admin/${kind}/{id}`, id)
    await ask(`PATCH /admin/${kind}/{id}`, id, patch)
    await ask(`PATCH /admin/${kind}/{id}`, id)
    await ask(`POST /admin/${kind}/{id}/publish`, id)
  }
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  for (const [kind, id] of [
    ['lessons', lessonId],
    ['courses', courseId],
  ] as const) {
    await ask(`PUT /admin/${kind}/{id}/schedule`, id, { publishAt })
    await ask(`DELETE /admin/${kind}/{id}/schedule`, id)
  }
  await ask('PATCH /admin/lessons/{id}', lessonId, { title: 'Second' })
  await ask('POST /admin/lessons/{id}/discard-changes', lessonId)
  await runHistory(send, token, 'lessons/{id}', lessonId)
  await ask('PATCH /admin/courses/{id}', courseId, { title: 'Keys, once more' })
  await ask('POST /admin/courses/{id}/discard-changes', courseId)
  await runHistory(send, token, 'courses/{id}', courseId)
  await runHistory(send, token, 'learning-paths/{id}', pathId)
  await runHistory(send, token, 'capstones/{id}', courseId)
  await runHistory(send, token, 'courses/{id}/test', courseId)
  for (const [kind, id] of [
    ['courses', courseId],
    ['learning-paths', pathId],
  ] as const) {
    await ask(`GET /admin/${kind}/{id}/cover`, id)
    await ask(`PUT /admin/${kind}/{id}/cover`, id, { mediumId: null })
  }
  await ask('POST /admin/promotions/{id}/archive', promotionId)
  await ask('POST /admin/learning-paths/{id}/archive', pathId)
  await ask('POST /admin/capstones/{id}/archive', courseId)
  await ask('POST /admin/questions/{id}/archive', questionId)
  await ask('POST /admin/courses/{id}/archive', courseId)
  await ask('POST /admin/lessons/{id}/archive', lessonId)

  const contest = {
    title: 'Sprint',
    description: '',
    entryFeeGems: 0,
    prizePoolGems: 10,
    startsAt: '2036-11-02T08:00:00.000Z',
    endsAt: '2036-11-02T09:00:00.000Z',
    questions: [question],
  }
  const contestId = (await ask('POST /admin/contests', undefined, contest)).data.id
  await ask('GET /admin/contests')
  await ask('GET /admin/contests/{id}', contestId)
  await ask('PATCH /admin/contests/{id}', contestId, { title: 'A sprint' })
  await ask('PATCH /admin/contests/{id}', contestId)
  await ask('GET /admin/contests/{id}/results', contestId)
  await ask('POST /admin/contests/{id}/cancel', contestId)
  const planned = (await ask('POST /admin/questions', undefined, question)).data.id
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const endsAt = new Date(Date.now() + 90_000_000).toISOString()
  const plan = { title: 'Weekly sprint', startsAt, endsAt, questionIds: [planned] }
  const planId = (await ask('POST /admin/contest-plans', undefined, plan)).data.id
  await ask('GET /admin/contest-plans')
  await ask('GET /admin/contest-plans/{id}', planId)
  await ask('PATCH /admin/contest-plans/{id}', planId, { description: 'One question.' })
  await ask('PATCH /admin/contest-plans/{id}', planId)
  await ask('POST /admin/contest-plans/{id}/publish', planId)
  const second = (await ask('POST /admin/questions', undefined, question)).data.id
  const third = (await ask('POST /admin/questions', undefined, question)).data.id
  const series = { ...plan, runs: 2, questionIds: [second, third] }
  const seriesId = (await ask('POST /admin/contest-plans', undefined, series)).data.id
  await ask('POST /admin/contest-plans/{id}/publish', seriesId)
  await ask('POST /admin/contest-plans/{id}/stop', seriesId)
  const draftId = (await ask('POST /admin/contest-plans', undefined, { title: 'Sprint' })).data.id
  await ask('DELETE /admin/contest-plans/{id}', draftId)
}

async function runHistory(
  send: Send,
  token: string,
  resource: 'courses/{id}' | 'lessons/{id}' | 'learning-paths/{id}' | 'capstones/{id}' | 'courses/{id}/test',
  id: string,
): Promise<void> {
  const history = `/admin/${resource}/history`
  await send(`GET ${history}`, { token, path: { id } })
  const path = { id, version: '1' }
  await send(`GET ${history}/{version}`, { token, path })
  await send(`GET ${history}/{version}/diff`, { token, path })
  await send(`POST ${history}/{version}/restore`, { token, path })
}

async function runQuestionBank(ask: Ask, send: Send, token: string): Promise<void> {
  const file = { format: 'gift', text: '// [tag:doors]\nWhich door? {=one ~two}\n\nA fault {' }
  await ask('POST /admin/questions/import', undefined, { ...file, dryRun: true })
  const { created } = (await ask('POST /admin/questions/import', undefined, file)).data
  const form = new FormData()
  form.set('file', new File(['Which gate? {=one ~two}'], 'a.gift'))
  form.set('format', 'gift')
  await send('POST /admin/questions/import', { token, rawBody: form })
  await ask('POST /admin/questions/bulk', undefined, { ids: [created[0].id], difficulty: 'HARD' })
  await ask('GET /admin/question-tags')
  await send('GET /admin/questions/duplicates', { token, query: 'limit=5' })
  await send('GET /admin/questions', {
    token,
    query: 'search=door&tag=doors&difficulty=HARD&type=SINGLE_CHOICE&mine=true',
  })
  for (const format of ['gift', 'moodle-xml', 'csv'])
    await send('GET /admin/questions/export', { token, query: `format=${format}&tag=doors` })
}

async function runContentExchange(send: Send, token: string): Promise<void> {
  const form = new FormData()
  form.set('archive', new File([Bun.gzipSync(Buffer.alloc(1024))], 'a.tar.gz'))
  await send('POST /admin/content/imports', { token, rawBody: form, query: 'dryRun=true' })
  const { id } = (await send('POST /admin/content/imports', { token, rawBody: form })).data
  await send('GET /admin/content/imports/{id}', { token, path: { id } })
  await send('GET /admin/content/export', { token, query: 'drafts=true' })
}

async function runCourseAuthors(service: TestService, ask: Ask, send: Send, token: string): Promise<void> {
  const { id: userId } = await service.register()
  await service.test.database.query`update user_account set role = 'CREATOR' where id = ${userId}`
  const course = { title: 'Shared', description: 'By two.', category: 'WEB', level: 'BEGINNER' }
  const { id } = (await ask('POST /admin/courses', undefined, course)).data
  const slides = [{ type: 'FLASHCARD', front: 'A key?', back: 'It opens.' }]
  const lesson = { title: 'One', xpReward: 1, gemReward: 0, slides }
  const lessonId = (await ask('POST /admin/courses/{id}/lessons', id, lesson)).data.id
  const copyId = (await ask('POST /admin/lessons/{id}/duplicate', lessonId)).data.id
  await ask('GET /admin/lessons/{id}/preview', lessonId)
  await send('GET /admin/formula', { token, query: 'latex=x%5E2&display=true' })
  const preview = (await ask('POST /admin/lessons/{id}/preview-link', lessonId, { days: 2 })).data
  await send('GET /public/lesson-previews/{token}', { path: { token: preview.token } })
  await ask('POST /admin/lessons/{id}/preview-link', lessonId)
  await ask('POST /admin/courses/{id}/review-requests', id)
  for (const [verb, body] of [
    ['withdraw', undefined],
    ['return', { comments: [{ lessonId, text: 'Where from?' }] }],
    ['approve', undefined],
  ] as const) {
    const reviewId = (await ask('POST /admin/courses/{id}/review-requests', id, { lessonIds: [lessonId] }))
      .data.id
    // Nobody decides about an own submission.
    await service.test.database
      .query`update review_request set submitted_by = ${userId} where id = ${reviewId}`
    await ask('GET /admin/review-requests')
    await ask('GET /admin/review-requests/{id}/changes', reviewId)
    await ask(`POST /admin/review-requests/{id}/${verb}`, reviewId, body)
  }
  await ask('GET /admin/courses/{id}/review-requests', id)
  await ask('DELETE /admin/lessons/{id}/preview-link', lessonId)
  await ask('PUT /admin/courses/{id}/lesson-order', id, { lessonIds: [copyId, lessonId] })
  await ask('POST /admin/courses/{id}/duplicate', id)
  await ask('POST /admin/courses/{id}/authors', id, { userId })
  await ask('GET /admin/courses/{id}/authors', id)
  await ask('GET /admin/courses/{id}/figures', id)
  await send('GET /admin/courses/{id}/figures', { token, path: { id }, query: 'from=2026-11-01&format=csv' })
  await ask('GET /admin/courses/{id}/question-figures', id)
  await send('DELETE /admin/courses/{id}/authors/{userId}', { token, path: { id, userId } })
  await ask('POST /admin/courses/{id}/transfer', id, { userId })
  const shipped = (await ask('POST /admin/courses', undefined, course)).data.id
  await service.test.database
    .query`update course set key = 'shipped', pack_id = 'shipped', owner_id = null where id = ${shipped}`
  await ask('POST /admin/courses/{id}/take-over', shipped, { reason: 'We adapt it.', owner: { userId } })
  await ask('DELETE /admin/courses/{id}/take-over', shipped)
}

/** The id of a badge is its type. */
async function runBadges(send: Send, token: string): Promise<void> {
  const badgeType = 'ROUTE_FINDER'
  const path = { badgeType }
  const body = {
    badgeType,
    name: 'Route Finder',
    description: 'Pass 7 projects.',
    ruleKind: 'PROJECTS_PASSED',
    requiredProgress: 7,
  }
  const form = new FormData()
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } }).png()
  form.set('picture', new File([new Uint8Array(await picture.toBuffer())], 'a.png'))
  await send('POST /admin/badges', { token, body })
  await send('GET /admin/badges', { token, query: 'status=DRAFT&search=route' })
  await send('GET /admin/badges/{badgeType}', { token, path })
  await send('PATCH /admin/badges/{badgeType}', { token, path, body: { name: 'A Route Finder' } })
  await send('PATCH /admin/badges/{badgeType}', { token, path })
  await send('PUT /admin/badges/{badgeType}/picture', { token, path, rawBody: form })
  await send('POST /admin/badges/{badgeType}/publish', { token, path })
  await send('POST /admin/badges/{badgeType}/archive', { token, path })
}

async function runMedia(send: Send, token: string): Promise<void> {
  const form = new FormData()
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#00a' } }).png()
  form.set('file', new File([new Uint8Array(await picture.toBuffer())], 'a.png'))
  form.set('alt', 'Blue')
  const { id } = (await send('POST /admin/media', { token, rawBody: form })).data
  const path = { id }
  await send('GET /admin/media', { token, query: 'search=blue&kind=PICTURE' })
  await send('GET /admin/media/{id}', { token, path })
  await send('PATCH /admin/media/{id}', { token, path, body: { alt: 'A blue square' } })
  await send('DELETE /admin/media/{id}', { token, path })
}

async function runMachinery(service: TestService, send: Send, token: string): Promise<void> {
  const db = service.test.database.query
  const id = Bun.randomUUIDv7()
  const bytes = Buffer.from('{}')
  await db`
    insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, next_attempt_at)
    values (${id}, 'contract-events', ${id}, ${bytes}, ${bytes}, now(), 'DEAD', now())`
  await send('GET /admin/inbox/events', { token, query: 'source=contract-events&status=DEAD' })
  await send('GET /admin/inbox/events/{id}', { token, path: { id } })
  await send('GET /admin/emails', { token, query: 'state=SENT' })
  const mailId = Bun.randomUUIDv7()
  await db`
    insert into outgoing_mail (id, recipient, subject, sealed_body, created_at)
    values (${mailId}, 'nobody@example.com', 'A test', ${bytes}, now())`
  const again = { reason: 'The mailbox was full.' }
  await send('POST /admin/emails/{id}/resend', { token, path: { id: mailId }, body: again })
  await db`delete from outgoing_mail where id = ${mailId}`
  await send('GET /admin/chain', { token })
  await send('GET /admin/chain-transactions', { token, query: 'status=confirmed&kind=certificates.mint' })
  await send('GET /admin/inbox/dead-letters', { token })
  await send('POST /admin/inbox/dead-letters/{id}/replay', { token, path: { id } })
  await db`
    insert into outbox (id, job, data)
    values (${Bun.randomUUIDv7()}, 'notifications.deliver', '{"notificationIds": ["none"]}')`
  await send('GET /admin/jobs', { token })
  const failed = async () => (await send('GET /admin/jobs/failed', { token })).data as { id: string }[]
  await waitUntil(async () => (await failed()).length > 0)
  await send('POST /admin/jobs/failed/{id}/retry', { token, path: { id: (await failed())[0]!.id } })
  await send('POST /admin/ledger/audits', { token, expected: [202] })
  await send('GET /admin/ledger/audits', { token })
  await send('GET /admin/ledger/transfers', { token, query: 'account=house:grants&reason=granted' })
  await send('GET /admin/battles', { token, query: 'status=PLAYED&kind=BOT' })
  await send('GET /admin/site-settings', { token })
  const settings = { name: 'Lyceum of tests', language: 'en', accent: 'teal', reason: 'A test.' }
  await send('PUT /admin/site-settings', { token, body: settings })
  const logo = sharp({ create: { width: 9, height: 9, channels: 3, background: '#a00' } }).png()
  const logoForm = new FormData()
  logoForm.set('logo', new File([new Uint8Array(await logo.toBuffer())], 'a.png'))
  await send('PUT /admin/site-settings/logo', { token, rawBody: logoForm })
  await send('DELETE /admin/site-settings/logo', { token })
  const { version } = (await send('GET /admin/runtime-settings', { token })).data
  const limits = {
    generalLimit: null,
    creatorLimits: null,
    twoFactorRoles: null,
    grantLimits: { gems: 100, xp: 100 },
  }
  const runtime = { version, isSignUpOpen: true, areStakesOn: null, ...limits, reason: 'A test.' }
  await send('PUT /admin/runtime-settings', { token, body: runtime })
  await runGrantRequests(service, send, token)
}

/** A grant above the limit of the settings is withdrawn, and one of another administrator is approved. */
async function runGrantRequests(service: TestService, send: Send, token: string): Promise<void> {
  const db = service.test.database.query
  const user = await insertUser(db)
  const grant = { asset: 'GEM', amount: 500, reason: 'A prize.' }
  const path = { id: user }
  const asked = await send('POST /admin/users/{id}/grants', { token, path, body: grant, expected: [202] })
  await send('GET /admin/grant-requests', { token, query: 'status=PENDING' })
  const reason = { reason: 'A test.' }
  const own = { id: asked.data.approval.requestId }
  await send('POST /admin/grant-requests/{id}/reject', { token, path: own, body: reason })
  const other = { id: await insertGrantRequest(db, user) }
  await send('POST /admin/grant-requests/{id}/approve', { token, path: other, body: reason })
}

/** The user has claimed a certificate, which a job mints. */
async function runCertificates(
  service: TestService,
  send: Send,
  token: string,
  userId: string,
): Promise<void> {
  const [certificate] = (await send('GET /admin/users/{id}/certificates', { token, path: { id: userId } }))
    .data
  const path = { id: certificate.id as string }
  await send('GET /admin/certificates', {
    token,
    query: `userId=${userId}&number=${certificate.certificateNumber}`,
  })
  await send('PATCH /admin/certificates/{id}', { token, path, body: { studentName: 'Better' } })
  await waitUntil(async () => {
    const rows = await service.test.database.query`
      select from certificate where id = ${path.id} and status = 'MINTED'`
    return rows.length > 0
  })
  await send('POST /admin/certificates/{id}/revoke', { token, path, body: { reason: 'ISSUED_IN_ERROR' } })
}

/** The user has orders; two of them are moved to manual review. */
async function runOrders(service: TestService, send: Send, token: string, userId: string): Promise<void> {
  const orders = (await send('GET /admin/orders', { token, query: 'limit=100' })).data as {
    orderId: string
    userId: string
    type: string
  }[]
  await send('GET /admin/orders', {
    token,
    query: `userId=${userId}&provider=sandbox&from=2026-01-01T00:00:00Z`,
  })
  const own = orders.filter((order) => order.userId === userId && order.type === 'ON_RAMP')
  const [first, second] = own.map(({ orderId }) => ({ id: orderId })) as [{ id: string }, { id: string }]
  const put = (id: string, status: string) =>
    service.test.database.query`update payment_order set status = ${status} where id = ${id}`
  await send('GET /admin/orders/{id}', { token, path: first })
  await put(first.id, 'PENDING_PAYMENT')
  await send('POST /admin/orders/{id}/retry', { token, path: first })
  await put(first.id, 'UNDER_REVIEW')
  await send('GET /admin/orders/{id}/refund', { token, path: first })
  await send('POST /admin/orders/{id}/refund', { token, path: first, body: { reason: 'Paid twice.' } })
  await put(second.id, 'UNDER_REVIEW')
  await send('POST /admin/orders/{id}/accept', { token, path: second })
}

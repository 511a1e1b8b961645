import type { TestIssuer } from '../harness/external-services/oidc-issuer.ts'
import { PIN } from '../harness/operations/owned-resources.ts'
import { waitUntil } from '../harness/wait-until.ts'
import type { RaceFixture } from '../races/race-fixture.ts'
import type { IdempotentOperation } from './admin-operations.ts'

const sessionsOf = (fixture: RaceFixture, id: string) =>
  fixture.count(fixture.db`select from session where user_id = ${id} and revoked_at is null`)

const suspendedCards = (fixture: RaceFixture, id: string) =>
  fixture.count(fixture.db`select from review_card where user_id = ${id} and suspended_at is not null`)

/** A course with a project, and an enrolled user. */
async function projectCourse(fixture: RaceFixture, token: string): Promise<string> {
  const { data } = await fixture.ask(token)('GET /course?limit=100')
  const found = data.find(
    ({ isPremium, hasProject }: { isPremium: boolean; hasProject: boolean }) => !isPremium && hasProject,
  )
  await fixture.ask(token)(`POST /user-courses/enroll/${found.id}`)
  return found.id
}

const WORK = { submissionType: 'GITHUB_REPO', repositoryUrl: 'https://github.com/ada/jar', notes: 'x' }

async function notified(fixture: RaceFixture): Promise<{ id: string; token: string; notification: string }> {
  const { id, token } = await fixture.learner()
  const notification = Bun.randomUUIDv7()
  await fixture.db`
    insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, created_at)
    values (${notification}, ${id}, 'SYSTEM', ${notification}, 'Hello', 'It is mended.', 'courses', 'en', true, now())`
  return { id, token, notification }
}

/** The number of e-mails. */
function mailOperation(
  operation: string,
  prepare: (fixture: RaceFixture) => Promise<{ id: string; token?: string }>,
): IdempotentOperation {
  return {
    operation,
    stage: async (fixture) => {
      const { id, token } = await prepare(fixture)
      const email = `${id}@example.com`
      const countMails = () => fixture.count(fixture.db`select from outgoing_mail where recipient = ${email}`)
      // Preparing may send mails too.
      const before = await countMails()
      return {
        token,
        ...(token ? {} : { body: { email } }),
        effects: async () => (await countMails()) - before,
      }
    },
  }
}

/** A first sign-in with an identity provider. */
export function providerSignInOperation(issuer: () => TestIssuer): IdempotentOperation {
  return {
    operation: 'POST /auth/social',
    stage: async (fixture) => {
      const sub = Bun.randomUUIDv7()
      const email = `${sub}@example.com`
      const idToken = await issuer().sign({ sub, email, email_verified: true })
      return {
        body: { provider: 'google', idToken },
        effects: () =>
          fixture.count(fixture.db`
            select from session join user_account on user_account.id = user_id where email = ${email}`),
      }
    },
  }
}

/** Operations of users that have no race test. */
export const LEARNER_OPERATIONS: IdempotentOperation[] = [
  mailOperation('POST /auth/otp/request', async (fixture) => ({ id: (await fixture.learner()).id })),
  mailOperation('POST /auth/forgot-password', async (fixture) => ({ id: (await fixture.learner()).id })),
  mailOperation('POST /auth/verify-email/request', async (fixture) => {
    const learner = await fixture.learner()
    await fixture.db`update user_account set email_verified_at = null where id = ${learner.id}`
    return learner
  }),
  mailOperation('POST /auth/reset-wallet-pin-otp', async (fixture) => {
    const learner = await fixture.learner()
    await fixture.ask(learner.token)('POST /auth/set-wallet-pin', { pin: PIN })
    return learner
  }),
  {
    operation: 'POST /auth/logout',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return { token, effects: async () => 1 - (await sessionsOf(fixture, id)) }
    },
  },
  {
    operation: 'POST /auth/logout-all',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return { token, effects: async () => 1 - (await sessionsOf(fixture, id)) }
    },
  },
  {
    operation: 'DELETE /auth/sessions/{id}',
    stage: async (fixture) => {
      const { id, email, password, accessToken: token } = await fixture.service.register()
      await fixture.service.call('POST /auth/login', { body: { email, password } })
      const sessions = (await fixture.ask(token)('GET /auth/sessions')).data
      const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id
      return { token, path: { id: other }, effects: () => sessionsOf(fixture, id) }
    },
  },
  {
    operation: 'DELETE /user/account',
    stage: async (fixture) => {
      const { id, password, accessToken: token } = await fixture.service.register()
      return {
        token,
        body: { password },
        effects: () =>
          fixture.count(fixture.db`select from user_account where id = ${id} and deleted_at is not null`),
      }
    },
  },
  {
    operation: 'POST /auth/2fa/setup',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return { token, effects: () => fixture.count(fixture.db`select from two_factor where user_id = ${id}`) }
    },
  },
  {
    operation: 'POST /auth/verify-wallet-pin',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      await fixture.ask(token)('POST /auth/set-wallet-pin', { pin: PIN })
      return {
        token,
        body: { pin: PIN },
        effects: () => fixture.count(fixture.db`select from pin_token where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'PATCH /user/profile',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        body: { bio: 'Again.' },
        effects: () =>
          fixture.count(fixture.db`select from user_account where id = ${id} and bio = 'Again.'`),
      }
    },
  },
  {
    operation: 'PUT /notifications/preferences',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        body: { channels: { SYSTEM: { email: true } } },
        effects: () => fixture.count(fixture.db`select from notification_preference where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /notifications/device-token',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        body: { token: `a-phone-of-${id}`, platform: 'ios' },
        effects: () => fixture.count(fixture.db`select from device_token where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'DELETE /notifications/device-token',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const device = { token: `a-phone-of-${id}` }
      await fixture.ask(token)('POST /notifications/device-token', { ...device, platform: 'ios' })
      const remaining = () => fixture.count(fixture.db`select from device_token where user_id = ${id}`)
      return { token, body: device, effects: async () => 1 - (await remaining()) }
    },
  },
  {
    operation: 'POST /notifications/read-all',
    stage: async (fixture) => {
      const { id, token } = await notified(fixture)
      return {
        token,
        effects: () =>
          fixture.count(fixture.db`select from notification where user_id = ${id} and read_at is not null`),
      }
    },
  },
  {
    operation: 'PATCH /notifications/{id}/read',
    stage: async (fixture) => {
      const { id, token, notification } = await notified(fixture)
      return {
        token,
        path: { id: notification },
        effects: () =>
          fixture.count(fixture.db`select from notification where user_id = ${id} and read_at is not null`),
      }
    },
  },
  {
    operation: 'DELETE /notifications/{id}',
    stage: async (fixture) => {
      const { id, token, notification } = await notified(fixture)
      const remaining = () => fixture.count(fixture.db`select from notification where user_id = ${id}`)
      return { token, path: { id: notification }, effects: async () => 1 - (await remaining()) }
    },
  },
  {
    operation: 'POST /reports',
    stage: async (fixture) => {
      const [{ id, token }, { id: targetId }] = [await fixture.learner(), await fixture.learner()]
      return {
        token,
        body: { kind: 'USER', targetId, reason: 'SPAM' },
        effects: () => fixture.count(fixture.db`select from report where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /review/cards/{cardId}/suspend',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { cardId } = await fixture.reviewCard(id, token)
      return { token, path: { cardId }, effects: () => suspendedCards(fixture, id) }
    },
  },
  {
    operation: 'POST /review/cards/{cardId}/unsuspend',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { cardId } = await fixture.reviewCard(id, token)
      await fixture.ask(token)(`POST /review/cards/${cardId}/suspend`)
      return { token, path: { cardId }, effects: async () => 1 - (await suspendedCards(fixture, id)) }
    },
  },
  {
    operation: 'PATCH /course-test-attempts/{attemptId}/answers',
    stage: async (fixture) => {
      const { token } = await fixture.learner()
      const { attemptId, answers } = await fixture.testAttempt(token)
      const effects = () =>
        fixture.count(
          fixture.db`select from course_test_attempt where id = ${attemptId} and jsonb_array_length(answers) = 1`,
        )
      return { token, path: { attemptId }, body: { answers: answers.slice(0, 1) }, effects }
    },
  },
  {
    operation: 'PUT /review/settings',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        body: { targetRetention: 0.85, dailyLimit: 40 },
        effects: () =>
          fixture.count(fixture.db`select from review_learner where user_id = ${id} and daily_limit = 40`),
      }
    },
  },
  {
    operation: 'POST /learning-path/roadmap',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        body: { careerGoal: 'web developer' },
        effects: () => fixture.count(fixture.db`select from roadmap where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /referral/code',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        effects: () => fixture.count(fixture.db`select from referral_code where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'DELETE /blockchain/link-wallet/{address}',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const address = `0x${crypto.randomUUID().replaceAll('-', '')}00000000`
      await fixture.db`insert into linked_wallet (address, user_id, linked_at) values (${address}, ${id}, now())`
      const remaining = () => fixture.count(fixture.db`select from linked_wallet where user_id = ${id}`)
      return { token, path: { address }, effects: async () => 1 - (await remaining()) }
    },
  },
  {
    operation: 'POST /user-lessons/{lessonId}/answers',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { course, lesson } = await fixture.lesson(token)
      const ask = fixture.ask(token)
      await ask(`POST /user-courses/enroll/${course}`)
      const { slides } = (await ask(`GET /lesson/${lesson}`)).data
      const questionId = slides.find(({ type }: { type: string }) => type === 'QUIZ').question.id
      return {
        token,
        path: { lessonId: lesson },
        body: { questionId, selectedOption: 0 },
        effects: () => fixture.count(fixture.db`select from lesson_answer where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /user-lessons/{lessonId}/plays',
    stage: async (fixture) => {
      const { token } = await fixture.learner()
      const { course, lesson } = await fixture.lesson(token)
      const ask = fixture.ask(token)
      await ask(`POST /user-courses/enroll/${course}`)
      const { contentVersion } = (await ask(`GET /lesson/${lesson}`)).data
      const count = async () => {
        const [row] = await fixture.db<{ seen: number }>`
          select coalesce(sum(seen), 0)::int as seen from slide_play where lesson_id = ${lesson}`
        return row!.seen
      }
      const before = await count()
      return {
        token,
        path: { lessonId: lesson },
        body: { contentVersion, seen: [1], read: [] },
        effects: async () => (await count()) - before,
      }
    },
  },
  {
    operation: 'POST /user-lessons/{lessonId}/hints',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { course, lesson } = await fixture.lesson(token)
      const ask = fixture.ask(token)
      await ask(`POST /user-courses/enroll/${course}`)
      const { slides } = (await ask(`GET /lesson/${lesson}`)).data
      const questionId = slides.find(({ type }: { type: string }) => type === 'QUIZ').question.id
      return {
        token,
        path: { lessonId: lesson },
        body: { questionId },
        effects: () => fixture.count(fixture.db`select from lesson_hint where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /course/{courseId}/project/draft',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      return {
        token,
        path: { courseId: await projectCourse(fixture, token) },
        body: WORK,
        effects: () => fixture.count(fixture.db`select from project_submission where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /course/{courseId}/project/submission/appeal',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const courseId = await projectCourse(fixture, token)
      await fixture.ask(token)(`POST /course/${courseId}/project/submit`, WORK)
      const needsRevision = () =>
        fixture.count(fixture.db`
          select from project_submission where user_id = ${id} and status = 'NEEDS_REVISION'`)
      await waitUntil(async () => (await needsRevision()) === 1)
      return {
        token,
        path: { courseId },
        body: { reason: 'Look again.' },
        effects: () =>
          fixture.count(fixture.db`
            select from project_submission where user_id = ${id} and status = 'UNDER_REVIEW'`),
      }
    },
  },
  {
    operation: 'POST /user/contests/{id}/start',
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { items } = (await fixture.ask(token)('GET /user/contests?search=mix&order=ASC')).data
      await fixture.ask(token)(`POST /user/contests/${items[0].id}/join`)
      return {
        token,
        path: { id: items[0].id },
        effects: () =>
          fixture.count(fixture.db`
            select from contest_participant where user_id = ${id} and started_at is not null`),
      }
    },
  },
]

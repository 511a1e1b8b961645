import { PIN } from '../harness/operations/possessions.ts'
import type { TestIssuer } from '../harness/outside/issuer.ts'
import { until } from '../harness/until.ts'
import type { RaceBed } from '../races/bed.ts'
import type { Deed } from './office.ts'

const sessionsOf = (bed: RaceBed, id: string) =>
  bed.count(bed.db`select from session where user_id = ${id} and revoked_at is null`)

/** A course with a project, and somebody who is in it. */
async function projectCourse(bed: RaceBed, token: string): Promise<string> {
  const { data } = await bed.ask(token)('GET /course?limit=100')
  const found = data.find(
    ({ isPremium, hasProject }: { isPremium: boolean; hasProject: boolean }) => !isPremium && hasProject,
  )
  await bed.ask(token)(`POST /user-courses/enroll/${found.id}`)
  return found.id
}

const WORK = { submissionType: 'GITHUB_REPO', repositoryUrl: 'https://github.com/ada/jar', notes: 'x' }

async function notified(bed: RaceBed): Promise<{ id: string; token: string; notification: string }> {
  const { id, token } = await bed.learner()
  const notification = Bun.randomUUIDv7()
  await bed.db`
    insert into notification (id, user_id, type, cause, title, body, link, language, in_inbox, created_at)
    values (${notification}, ${id}, 'SYSTEM', ${notification}, 'Hello', 'It is mended.', 'courses', 'en', true, now())`
  return { id, token, notification }
}

/** Letters, by how many there are. */
function letter(operation: string, prepare: (bed: RaceBed) => Promise<{ id: string; token?: string }>): Deed {
  return {
    operation,
    stage: async (bed) => {
      const { id, token } = await prepare(bed)
      const email = `${id}@example.com`
      return {
        token,
        ...(token ? {} : { body: { email } }),
        effects: () => bed.count(bed.db`select from outgoing_mail where recipient = ${email}`),
      }
    },
  }
}

/** A provider says who somebody is, and they come in for the first time. */
export function comeByProvider(issuer: () => TestIssuer): Deed {
  return {
    operation: 'POST /auth/social',
    stage: async (bed) => {
      const sub = Bun.randomUUIDv7()
      const email = `${sub}@example.com`
      const idToken = await issuer().sign({ sub, email, email_verified: true })
      return {
        body: { provider: 'google', idToken },
        effects: () =>
          bed.count(bed.db`
            select from session join user_account on user_account.id = user_id where email = ${email}`),
      }
    },
  }
}

/** What users do that no race is run for. */
export const LEARNERS: Deed[] = [
  letter('POST /auth/otp/request', async (bed) => ({ id: (await bed.learner()).id })),
  letter('POST /auth/forgot-password', async (bed) => ({ id: (await bed.learner()).id })),
  letter('POST /auth/verify-email/request', async (bed) => {
    const learner = await bed.learner()
    await bed.db`update user_account set email_verified_at = null where id = ${learner.id}`
    return learner
  }),
  letter('POST /auth/reset-wallet-pin-otp', async (bed) => {
    const learner = await bed.learner()
    await bed.ask(learner.token)('POST /auth/set-wallet-pin', { pin: PIN })
    return learner
  }),
  {
    operation: 'POST /auth/logout',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return { token, effects: async () => 1 - (await sessionsOf(bed, id)) }
    },
  },
  {
    operation: 'POST /auth/logout-all',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return { token, effects: async () => 1 - (await sessionsOf(bed, id)) }
    },
  },
  {
    operation: 'DELETE /auth/sessions/{id}',
    stage: async (bed) => {
      const { id, email, password, accessToken: token } = await bed.service.register()
      await bed.service.call('POST /auth/login', { body: { email, password } })
      const sessions = (await bed.ask(token)('GET /auth/sessions')).data
      const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id
      return { token, path: { id: other }, effects: () => sessionsOf(bed, id) }
    },
  },
  {
    operation: 'DELETE /user/account',
    stage: async (bed) => {
      const { id, password, accessToken: token } = await bed.service.register()
      return {
        token,
        body: { password },
        effects: () =>
          bed.count(bed.db`select from user_account where id = ${id} and deleted_at is not null`),
      }
    },
  },
  {
    operation: 'POST /auth/2fa/setup',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return { token, effects: () => bed.count(bed.db`select from two_factor where user_id = ${id}`) }
    },
  },
  {
    operation: 'POST /auth/verify-wallet-pin',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      await bed.ask(token)('POST /auth/set-wallet-pin', { pin: PIN })
      return {
        token,
        body: { pin: PIN },
        effects: () => bed.count(bed.db`select from pin_token where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'PATCH /user/profile',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return {
        token,
        body: { bio: 'Again.' },
        effects: () => bed.count(bed.db`select from user_account where id = ${id} and bio = 'Again.'`),
      }
    },
  },
  {
    operation: 'PUT /notifications/preferences',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return {
        token,
        body: { channels: { SYSTEM: { email: true } } },
        effects: () => bed.count(bed.db`select from notification_preference where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /notifications/device-token',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return {
        token,
        body: { token: `a-phone-of-${id}`, platform: 'ios' },
        effects: () => bed.count(bed.db`select from device_token where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'DELETE /notifications/device-token',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const device = { token: `a-phone-of-${id}` }
      await bed.ask(token)('POST /notifications/device-token', { ...device, platform: 'ios' })
      const left = () => bed.count(bed.db`select from device_token where user_id = ${id}`)
      return { token, body: device, effects: async () => 1 - (await left()) }
    },
  },
  {
    operation: 'POST /notifications/read-all',
    stage: async (bed) => {
      const { id, token } = await notified(bed)
      return {
        token,
        effects: () =>
          bed.count(bed.db`select from notification where user_id = ${id} and read_at is not null`),
      }
    },
  },
  {
    operation: 'PATCH /notifications/{id}/read',
    stage: async (bed) => {
      const { id, token, notification } = await notified(bed)
      return {
        token,
        path: { id: notification },
        effects: () =>
          bed.count(bed.db`select from notification where user_id = ${id} and read_at is not null`),
      }
    },
  },
  {
    operation: 'DELETE /notifications/{id}',
    stage: async (bed) => {
      const { id, token, notification } = await notified(bed)
      const left = () => bed.count(bed.db`select from notification where user_id = ${id}`)
      return { token, path: { id: notification }, effects: async () => 1 - (await left()) }
    },
  },
  {
    operation: 'POST /learning-path/roadmap',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return {
        token,
        body: { careerGoal: 'web developer' },
        effects: () => bed.count(bed.db`select from roadmap where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /referral/code',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return { token, effects: () => bed.count(bed.db`select from referral_code where user_id = ${id}`) }
    },
  },
  {
    operation: 'DELETE /blockchain/link-wallet/{address}',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const address = `0x${crypto.randomUUID().replaceAll('-', '')}00000000`
      await bed.db`insert into linked_wallet (address, user_id, linked_at) values (${address}, ${id}, now())`
      const left = () => bed.count(bed.db`select from linked_wallet where user_id = ${id}`)
      return { token, path: { address }, effects: async () => 1 - (await left()) }
    },
  },
  {
    operation: 'POST /user-lessons/{lessonId}/answers',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { course, lesson } = await bed.lesson(token)
      const ask = bed.ask(token)
      await ask(`POST /user-courses/enroll/${course}`)
      const { slides } = (await ask(`GET /lesson/${lesson}`)).data
      const questionId = slides.find(({ type }: { type: string }) => type === 'QUIZ').question.id
      return {
        token,
        path: { lessonId: lesson },
        body: { questionId, selectedOption: 0 },
        effects: () => bed.count(bed.db`select from lesson_answer where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /course/{courseId}/project/draft',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return {
        token,
        path: { courseId: await projectCourse(bed, token) },
        body: WORK,
        effects: () => bed.count(bed.db`select from project_submission where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /course/{courseId}/project/submission/appeal',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const courseId = await projectCourse(bed, token)
      await bed.ask(token)(`POST /course/${courseId}/project/submit`, WORK)
      const wanting = () =>
        bed.count(bed.db`
          select from project_submission where user_id = ${id} and status = 'NEEDS_REVISION'`)
      await until(async () => (await wanting()) === 1, 60)
      return {
        token,
        path: { courseId },
        body: { reason: 'Look again.' },
        effects: () =>
          bed.count(bed.db`
            select from project_submission where user_id = ${id} and status = 'UNDER_REVIEW'`),
      }
    },
  },
  {
    operation: 'POST /user/contests/{id}/start',
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { items } = (await bed.ask(token)('GET /user/contests?search=mix&order=ASC')).data
      await bed.ask(token)(`POST /user/contests/${items[0].id}/join`)
      return {
        token,
        path: { id: items[0].id },
        effects: () =>
          bed.count(bed.db`
            select from contest_participant where user_id = ${id} and started_at is not null`),
      }
    },
  },
]

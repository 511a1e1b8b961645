import { FREEZE_PRICE_GEMS } from '../../src/modules/streaks/public/streak.ts'
import { REPAIR_PRICE_GEMS } from '../../src/modules/streaks/public/streak-repair.ts'
import type { RaceFixture } from './race-fixture.ts'
import type { Race } from './run-race.ts'

async function projectCourse(fixture: RaceFixture, token: string): Promise<string> {
  const { data } = await fixture.ask(token)('GET /course?limit=100')
  const found = data.find(
    ({ isPremium, hasProject }: { isPremium: boolean; hasProject: boolean }) => !isPremium && hasProject,
  )
  await fixture.ask(token)(`POST /user-courses/enroll/${found.id}`)
  return found.id
}

/** Lessons, projects, certificates, streaks, invitations, campaigns. */
export const LEARNING_RACES: Race[] = [
  {
    operation: 'POST /user-courses/enroll/{courseId}',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { course } = await fixture.lesson(token)
      return {
        token,
        path: { courseId: course },
        effects: () => fixture.count(fixture.db`select from enrollment where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /user-lessons/{lessonId}/complete',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { lesson } = await fixture.lesson(token)
      return { token, path: { lessonId: lesson }, body: {}, effects: () => fixture.countTransfersOf(id) }
    },
  },
  {
    operation: 'POST /review/cards/{cardId}/answers',
    what: 'the tenth review of a day, which extends the streak and pays its milestone',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { cardId, options } = await fixture.reviewCard(id, token)
      await fixture.db`
        insert into streak (user_id, current_days, longest_days, started_on, last_day, last_at, last_time_zone)
        values (${id}, 2, 2, current_date - 2, current_date - 1, now() - interval '1 day', 'UTC')`
      await fixture.db`
        insert into review_learner (user_id, last_day, answers_of_last_day) values (${id}, current_date, 9)`
      return {
        token,
        path: { cardId },
        body: (index: number) => ({ repetition: 1, answer: { selectedOption: index % options } }),
        // Three days are a milestone. Each counted answer is one more review of today.
        effects: async () =>
          (await fixture.countTransfersOf(id)) *
          (await fixture.count(fixture.db`select from review_log where user_id = ${id}`)),
      }
    },
  },
  {
    operation: 'POST /course-test-attempts/{attemptId}/submit',
    what: 'an attempt that is passed once',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { attemptId, answers } = await fixture.testAttempt(token)
      return {
        token,
        path: { attemptId },
        body: { answers },
        effects: () =>
          fixture.count(fixture.db`select from course_test_attempt where user_id = ${id} and is_passed`),
      }
    },
  },
  {
    operation: 'POST /course-tests/{courseId}/attempts',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { course } = await fixture.lesson(token)
      return {
        token,
        path: { courseId: course },
        effects: () => fixture.count(fixture.db`select from course_test_attempt where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /practice/rounds',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { lesson } = await fixture.lesson(token)
      await fixture.ask(token)(`POST /user-lessons/${lesson}/complete`, {})
      return {
        token,
        body: { lessonId: lesson },
        effects: () => fixture.count(fixture.db`select from practice_round where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /practice/rounds/{roundId}/answers',
    what: 'the last answer, which pays the round',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { roundId, answer } = await fixture.practiceRound(id, token)
      return { token, path: { roundId }, body: answer, effects: () => fixture.countTransfersOf(id) }
    },
  },
  {
    operation: 'POST /review/undo',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { cardId } = await fixture.reviewCard(id, token)
      await fixture.db`
        insert into review_learner (user_id, last_day, answers_of_last_day) values (${id}, current_date, 5)`
      await fixture.ask(token)(`POST /review/cards/${cardId}/answers`, {
        repetition: 1,
        answer: { selectedOption: 0 },
      })
      return {
        token,
        body: { cardId, repetition: 1 },
        // One of six answers is taken back, not more.
        effects: async () => {
          const [row] = await fixture.db<{ count: number }>`
            select 6 - answers_of_last_day as count from review_learner where user_id = ${id}`
          return row!.count
        },
      }
    },
  },
  {
    operation: 'POST /user/streak/freezes',
    refused: ['INSUFFICIENT_GEMS', 'FREEZES_FULL'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(FREEZE_PRICE_GEMS)
      // The gift is a transfer too.
      return { token, effects: async () => (await fixture.countTransfersOf(id)) - 1 }
    },
  },
  {
    operation: 'POST /user/streak/repair',
    refused: ['STREAK_NOT_LOST'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(3 * REPAIR_PRICE_GEMS)
      await fixture.db`
        insert into streak (user_id, current_days, longest_days, started_on, last_day, last_at, last_time_zone)
        values (${id}, 5, 5, current_date - 6, current_date - 2, now() - interval '2 days', 'UTC')`
      // The gift is a transfer too.
      return { token, effects: async () => (await fixture.countTransfersOf(id)) - 1 }
    },
  },
  {
    operation: 'POST /course/{courseId}/project/submit',
    refused: ['ASSESSMENT_PENDING', 'PROJECT_ALREADY_PASSED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const courseId = await projectCourse(fixture, token)
      const body = {
        submissionType: 'GITHUB_REPO',
        repositoryUrl: 'https://github.com/ada/jar',
        notes: 'Done.',
      }
      return {
        token,
        path: { courseId },
        body,
        // An attempt number above one means that the first submission was already assessed.
        effects: () =>
          fixture.count(fixture.db`select from project_submission where user_id = ${id} and attempt = 1`),
      }
    },
  },
  {
    operation: 'POST /certificates/claim',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { course } = await fixture.lesson(token)
      await fixture.db`
        insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
        values (${Bun.randomUUIDv7()}, ${id}, ${course}, now(), now())`
      return {
        token,
        body: { courseId: course, studentName: 'Amina Otieno' },
        effects: () => fixture.count(fixture.db`select from certificate where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /certificates/claim',
    what: 'two first certificates in different names, which carry one name',
    refused: ['CERTIFICATE_NAME_BOUND'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { data } = await fixture.ask(token)('GET /course?limit=100')
      const courses = [data[0].id, data[1].id]
      for (const course of courses)
        await fixture.db`
          insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
          values (${Bun.randomUUIDv7()}, ${id}, ${course}, now(), now())`
      return {
        token,
        body: (index: number) => ({
          courseId: courses[index % 2],
          studentName: index % 4 < 2 ? 'Amina' : 'Zuri',
        }),
        effects: () =>
          fixture.count(fixture.db`select distinct student_name from certificate where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'PUT /user/certificate-name',
    refused: ['CERTIFICATE_NAME_CHANGED_RECENTLY'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      await fixture.ask(token)('PUT /user/certificate-name', { studentName: 'Amina Otieno' })
      return {
        token,
        body: (index: number) => ({ studentName: `Amina ${index}` }),
        // Every change has an audit entry.
        effects: () => fixture.count(fixture.db`select from audit_entry where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /referral/redeem',
    refused: ['ALREADY_INVITED'],
    stage: async (fixture) => {
      const inviter = await fixture.learner()
      const { referralCode } = await fixture.ask(inviter.token)('POST /referral/code')
      const { token } = await fixture.learner()
      return {
        token,
        body: { referralCode },
        effects: () =>
          fixture.count(fixture.db`select from referral_member where inviter_id = ${inviter.id}`),
      }
    },
  },
  {
    operation: 'POST /promotions/{id}/event',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { banners } = await fixture.ask(token)('GET /promotions/active?country=KE&language=en')
      return {
        token,
        path: { id: banners[0].id },
        body: { eventType: 'IMPRESSION', country: 'KE' },
        effects: async () => {
          const [row] = await fixture.db<{ impressions: number }>`
            select impressions from promotion_user_state where user_id = ${id} and promotion_id = ${banners[0].id}`
          return row?.impressions ?? 0
        },
      }
    },
  },
]

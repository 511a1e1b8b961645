import { FREEZE_PRICE_GEMS } from '../../src/modules/rewards/streak/streak.ts'
import type { RaceBed } from './bed.ts'
import type { Race } from './race.ts'

async function projectCourse(bed: RaceBed, token: string): Promise<string> {
  const { data } = await bed.ask(token)('GET /course?limit=100')
  const found = data.find(
    ({ isPremium, hasProject }: { isPremium: boolean; hasProject: boolean }) => !isPremium && hasProject,
  )
  await bed.ask(token)(`POST /user-courses/enroll/${found.id}`)
  return found.id
}

/** Lessons, projects, certificates, streaks, invitations, campaigns. */
export const LEARNING_RACES: Race[] = [
  {
    operation: 'POST /user-courses/enroll/{courseId}',
    refused: [],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { course } = await bed.lesson(token)
      return {
        token,
        path: { courseId: course },
        effects: () => bed.count(bed.db`select from enrollment where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /user-lessons/{lessonId}/complete',
    refused: [],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { lesson } = await bed.lesson(token)
      return { token, path: { lessonId: lesson }, body: {}, effects: () => bed.movesOf(id) }
    },
  },
  {
    operation: 'POST /user/streak/freezes',
    refused: ['INSUFFICIENT_GEMS', 'FREEZES_FULL'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(FREEZE_PRICE_GEMS)
      // The gift is a move too.
      return { token, effects: async () => (await bed.movesOf(id)) - 1 }
    },
  },
  {
    operation: 'POST /course/{courseId}/project/submit',
    refused: ['ASSESSMENT_PENDING', 'PROJECT_ALREADY_PASSED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const courseId = await projectCourse(bed, token)
      const body = {
        submissionType: 'GITHUB_REPO',
        repositoryUrl: 'https://github.com/ada/jar',
        notes: 'Done.',
      }
      return {
        token,
        path: { courseId },
        body,
        // A later attempt than the first is one that came after the first was assessed.
        effects: () =>
          bed.count(bed.db`select from project_submission where user_id = ${id} and attempt = 1`),
      }
    },
  },
  {
    operation: 'POST /certificates/claim',
    refused: [],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { course } = await bed.lesson(token)
      await bed.db`
        insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
        values (${Bun.randomUUIDv7()}, ${id}, ${course}, now(), now())`
      return {
        token,
        body: { courseId: course, studentName: 'Amina Otieno' },
        effects: () => bed.count(bed.db`select from certificate where user_id = ${id}`),
      }
    },
  },
  {
    operation: 'POST /referral/redeem',
    refused: ['ALREADY_INVITED'],
    stage: async (bed) => {
      const inviter = await bed.learner()
      const { referralCode } = await bed.ask(inviter.token)('POST /referral/code')
      const { token } = await bed.learner()
      return {
        token,
        body: { referralCode },
        effects: () => bed.count(bed.db`select from referral_member where inviter_id = ${inviter.id}`),
      }
    },
  },
  {
    operation: 'POST /promotions/{id}/event',
    refused: [],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { banners } = await bed.ask(token)('GET /promotions/active?country=KE&language=en')
      return {
        token,
        path: { id: banners[0].id },
        body: { eventType: 'IMPRESSION', country: 'KE' },
        effects: async () => {
          const [row] = await bed.db<{ impressions: number }>`
            select impressions from promotion_audience where user_id = ${id} and promotion_id = ${banners[0].id}`
          return row?.impressions ?? 0
        },
      }
    },
  },
]

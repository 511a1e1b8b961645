import { strict as assert } from 'node:assert'
import { waitUntil } from '../harness/wait-until.ts'
import {
  completion,
  enrollment,
  freeCourse,
  learner,
  notified,
  profile,
  queued,
  submission,
} from './fixtures.ts'
import type { Section } from './row.ts'

export const STATES: Section = {
  title: 'States and transitions',
  rows: [
    {
      name: 'Project submission: draft',
      promise: 'POST project/draft → status DRAFT; no evaluation is triggered; updatedAt set',
      prove: async (client) => {
        const { draft, whileDraft } = await client.shared(submission)
        assert.equal(draft.data.status, 'DRAFT')
        assert.ok(Date.parse(draft.data.updatedAt) <= Date.now())
        assert.ok(!('assessment' in whileDraft) || whileDraft.assessment === null)
      },
    },
    {
      name: 'Project submission: submit',
      promise: 'POST project/submit → SUBMITTED, aiAssessmentStatus PENDING; an evaluation is queued',
      prove: async (client) => {
        const { submitted, user, courseId } = await client.shared(submission)
        assert.deepEqual([submitted.data.status, submitted.data.aiAssessmentStatus], ['SUBMITTED', 'PENDING'])
        await waitUntil(async () => {
          const latest = await client.get(`/course/${courseId}/project/submission`, user)
          return latest.aiAssessmentStatus === 'COMPLETED'
        })
      },
    },
    {
      name: 'Matchmaking: join',
      promise: 'POST quiz-battles/queue/join → QUEUED; a ticket is issued; the search begins',
      prove: async (client) => {
        const { data } = await client.shared(queued)
        assert.equal(data.status, 'QUEUED')
        const [one, other] = [await client.newUser(), await client.newUser()]
        const tickets = await Promise.all(
          [one, other].map((user) => client.expectStatus(200, 'POST /quiz-battles/queue/join', user, {})),
        )
        await waitUntil(async () => {
          const found = await client.get(`/quiz-battles/queue/${tickets[0].data.queueTicket}`, one)
          return found.status === 'MATCHED'
        })
      },
    },
    {
      name: 'Notification: read',
      promise: 'PATCH notifications/:id/read → isRead true',
      prove: async (client) => {
        const { user, inbox } = await client.shared(notified)
        assert.equal(inbox[0].isRead, false)
        await client.expectStatus(200, `PATCH /notifications/${inbox[0].id}/read`, user)
        // Another notification may have arrived and be first.
        const after = (await client.get('/notifications', user)) as { id: string; isRead: boolean }[]
        assert.equal(after.find(({ id }) => id === inbox[0].id)?.isRead, true)
      },
    },
    {
      name: 'Enrollment: enroll',
      promise: 'POST user-courses/enroll/:courseId → progressPercentage 0; progress tracking created',
      prove: async (client) => assert.equal((await client.shared(enrollment)).progressPercentage, 0),
    },
    {
      name: 'Lesson: complete',
      promise: 'POST user-lessons/:lessonId/complete → completed; XP, gems, streak, progress updated',
      prove: async (client) => {
        const [result, course] = [await client.shared(completion), await client.shared(freeCourse)]
        const { totalXP, totalGems, currentStreak } = await client.shared(profile)
        const [first] = course.lessons
        assert.deepEqual([result.xpEarned, result.gemsEarned], [first.xpReward, first.gemReward])
        assert.deepEqual([totalXP, totalGems, currentStreak], [first.xpReward, first.gemReward, 1])
        assert.equal(result.courseProgress, Math.floor(100 / course.totalLessons))
        const after = await client.get(`/course/${course.id}`, await client.shared(learner))
        assert.deepEqual(
          after.lessons
            .slice(0, 2)
            .map((each: { isCompleted: boolean; isLocked: boolean }) => [each.isCompleted, each.isLocked]),
          [
            [true, false],
            [false, false],
          ],
        )
      },
    },
  ],
}

import { strict as assert } from 'node:assert'
import { giveGems } from '../harness/give-gems.ts'
import { enveloped, needsToken, refused } from './conformance-client.ts'
import {
  board,
  completion,
  contestant,
  contests,
  contestWithFee,
  enrollment,
  freeCourse,
  learner,
  lesson,
  paths,
  projectCourse,
  roadmap,
  submission,
} from './fixtures.ts'
import type { Section } from './row.ts'

export const LEARNING_ENDPOINTS: Section[] = [
  {
    title: 'Endpoints: Contests',
    rows: [
      {
        name: 'GET /user/contests',
        promise: 'Bearer; 200 {success, data: {items: contest[], total, page, limit}}',
        prove: async (client) => {
          await needsToken(client, 'GET /user/contests')
          const body = await client.expectStatus(200, 'GET /user/contests', await client.shared(learner))
          enveloped(body, 'data')
          const { items, total, page, limit } = body.data
          assert.ok(Array.isArray(items) && items.length > 0)
          assert.deepEqual([typeof total, typeof page, typeof limit], ['number', 'number', 'number'])
        },
      },
      {
        name: 'GET /user/contests ?order',
        promise: 'ASC or DESC, default DESC',
        prove: async (client) => {
          const user = await client.shared(learner)
          const startsOf = async (query: string) =>
            (await client.get(`/user/contests${query}`, user)).items.map(
              (item: { startsAt: string }) => item.startsAt,
            )
          const [plain, descending, ascending] = await Promise.all(
            ['', '?order=DESC', '?order=ASC'].map(startsOf),
          )
          assert.deepEqual(ascending, ascending.toSorted())
          assert.deepEqual(descending, descending.toSorted().toReversed())
          assert.deepEqual(plain, descending)
          await refused(client, [400, 'VALIDATION_FAILED'], 'GET /user/contests?order=UP', user)
        },
      },
      {
        name: 'GET /user/contests ?search',
        promise: 'string; those whose title or description has it',
        prove: async (client) => {
          const { page } = await client.shared(contests)
          assert.ok(page.items.length > 0)
          const none = await client.get(
            '/user/contests?search=no-contest-says-this',
            await client.shared(learner),
          )
          assert.deepEqual([none.items, none.total], [[], 0])
        },
      },
      {
        name: 'POST /user/contests/:id/join',
        promise: 'Bearer; no body; 200 {success, message}',
        prove: async (client) => {
          const { joined, contestId } = await client.shared(contestant)
          enveloped(joined, 'message')
          await needsToken(client, `POST /user/contests/${contestId}/join`)
        },
      },
      {
        name: 'POST /user/contests/:id/join, the fee',
        promise: 'the entry fee is deducted if there is one',
        prove: async (client) => {
          const { contestId, fee } = await client.shared(contestWithFee)
          const user = await client.newUser()
          await refused(client, [402, 'INSUFFICIENT_GEMS'], `POST /user/contests/${contestId}/join`, user)
          await giveGems(client.service.test.database.query, user.id, fee + 7)
          await client.expectStatus(200, `POST /user/contests/${contestId}/join`, user)
          assert.equal((await client.get('/user/profile', user)).totalGems, 7)
          await refused(client, [409, 'ALREADY_JOINED'], `POST /user/contests/${contestId}/join`, user)
          assert.equal((await client.get('/user/profile', user)).totalGems, 7)
        },
      },
      {
        name: 'POST /user/contests/:id/submit',
        promise: 'body: answers [{questionId, selectedOption}], timeTakenSeconds; graded',
        prove: async (client) => {
          const { user, contestId, questions } = await client.shared(contestant)
          const answers = questions.map(({ id }: { id: string }) => ({ questionId: id, selectedOption: 0 }))
          const route = `POST /user/contests/${contestId}/submit`
          await needsToken(client, route, { answers, timeTakenSeconds: 12 })
          const body = await client.expectStatus(200, route, user, { answers, timeTakenSeconds: 12 })
          enveloped(body, 'data')
          assert.equal(body.data.totalQuestions, questions.length)
          const { userStatus } = await client.get(`/user/contests/${contestId}`, user)
          const { score, rank } = body.data
          for (const [field, value] of Object.entries({
            hasJoined: true,
            hasStarted: true,
            hasCompleted: true,
            score,
            rank,
          }))
            assert.equal(userStatus[field], value, field)
        },
      },
    ],
  },
  {
    title: 'Endpoints: Capstone projects',
    rows: [
      {
        name: 'GET /course/:courseId/project',
        promise: 'Bearer; 200 {success, data: project}',
        prove: async (client) => {
          const { id } = await client.shared(projectCourse)
          await needsToken(client, `GET /course/${id}/project`)
          const body = await client.expectStatus(
            200,
            `GET /course/${id}/project`,
            await client.shared(learner),
          )
          enveloped(body, 'data')
          assert.equal(body.data.courseId, id)
        },
      },
      {
        name: 'POST /course/:courseId/project/draft',
        promise:
          'JSON: submissionType, repositoryUrl, notes; 200 {success, data: {id, status, updatedAt}, message}',
        prove: async (client) => enveloped((await client.shared(submission)).draft, 'data', 'message'),
      },
      {
        name: 'POST /course/:courseId/project/draft, multipart',
        promise: 'multipart, with files for FILE_UPLOAD',
        prove: async (client) => {
          const { id } = await client.shared(projectCourse)
          const user = await client.newUser()
          await client.expectStatus(201, `POST /user-courses/enroll/${id}`, user)
          const { allowedSubmissionTypes } = await client.get(`/course/${id}/project`, user)
          const form = new FormData()
          form.set('notes', 'In a form.')
          if (allowedSubmissionTypes.includes('FILE_UPLOAD')) {
            form.set('submissionType', 'FILE_UPLOAD')
            form.set('files', new File(['# The work\n'], 'work.md'))
          }
          const body = await client.expectStatus(200, `POST /course/${id}/project/draft`, user, form)
          assert.equal(body.data.status, 'DRAFT')
          const draft = await client.get(`/course/${id}/project/submission`, user)
          assert.equal(draft.draft?.notes ?? draft.notes, 'In a form.')
        },
      },
      {
        name: 'POST /course/:courseId/project/submit',
        promise: '201 {success, data: {submissionId, status, aiAssessmentStatus}, message}',
        prove: async (client) => enveloped((await client.shared(submission)).submitted, 'data', 'message'),
      },
    ],
  },
  {
    title: 'Endpoints: Courses, lessons, enrollment',
    rows: [
      {
        name: 'POST /user-courses/enroll/:courseId',
        promise: 'Bearer; no body; 201 {success, data: enrollment, message}',
        prove: async (client) => {
          const { id } = await client.shared(freeCourse)
          await needsToken(client, `POST /user-courses/enroll/${id}`)
          enveloped(
            await client.expectStatus(201, `POST /user-courses/enroll/${id}`, await client.newUser()),
            'data',
            'message',
          )
        },
      },
      {
        name: 'POST /user-lessons/:lessonId/complete',
        promise:
          'Bearer; timeSpentSeconds and score optional; 200 {success, data: completion result, message}',
        prove: async (client) => {
          const { lessons } = await client.shared(freeCourse)
          const route = `POST /user-lessons/${lessons[0].id}/complete`
          await needsToken(client, route)
          const user = await client.newUser()
          enveloped(await client.expectStatus(200, route, user), 'data', 'message')
          enveloped(await client.expectStatus(200, route, user, { timeSpentSeconds: 9 }), 'data')
          enveloped(await client.expectStatus(200, route, user, { score: 80 }), 'data')
        },
      },
      {
        name: 'GET /course/:id',
        promise: 'Bearer; 200 {success, data: course}',
        prove: async (client) => {
          const { id } = await client.shared(freeCourse)
          await needsToken(client, `GET /course/${id}`)
          enveloped(await client.expectStatus(200, `GET /course/${id}`, await client.shared(learner)), 'data')
          await refused(
            client,
            [404, 'COURSE_NOT_FOUND'],
            `GET /course/${Bun.randomUUIDv7()}`,
            await client.shared(learner),
          )
        },
      },
      {
        name: 'GET /course/:id, lessons',
        promise: 'lesson order is 1-based and ascending',
        prove: async (client) => {
          const { lessons, totalLessons } = await client.shared(freeCourse)
          const orders = lessons.map(({ order }: { order: number }) => order)
          assert.deepEqual(
            orders,
            Array.from({ length: totalLessons }, (_, index) => index + 1),
          )
        },
      },
      {
        name: 'GET /lesson/:id',
        promise: 'Bearer; 200 {success, data: lesson content}',
        prove: async (client) => {
          const { id } = await client.shared(lesson)
          await needsToken(client, `GET /lesson/${id}`)
          enveloped(await client.expectStatus(200, `GET /lesson/${id}`, await client.shared(learner)), 'data')
        },
      },
      {
        name: 'GET /lesson/:id, quiz',
        promise: 'correctIndex is a zero-based index into options',
        prove: async (client) => {
          const { slides } = await client.shared(lesson)
          const questions = slides.flatMap(({ question }: { question?: object }) => question ?? [])
          assert.ok(questions.length > 0)
          for (const { options, correctIndex } of questions) assert.ok(options[correctIndex] !== undefined)
        },
      },
    ],
  },
  {
    title: 'Endpoints: Learning paths and roadmap',
    rows: [
      {
        name: 'GET /learning-path',
        promise: 'Bearer; 200 {success, data: learning path[]}',
        prove: async (client) => {
          await needsToken(client, 'GET /learning-path')
          assert.ok(
            (await client.shared(paths)).some(
              ({ category }: { category: string }) => category === 'BLOCKCHAIN',
            ),
          )
        },
      },
      {
        name: 'GET /learning-path/:id',
        promise: 'Bearer; 200 {success, data: path with userHasAccess and courses}',
        prove: async (client) => {
          const [first] = await client.shared(paths)
          await needsToken(client, `GET /learning-path/${first.id}`)
          const found = await client.get(`/learning-path/${first.id}`, await client.shared(learner))
          assert.equal(typeof found.userHasAccess, 'boolean')
          assert.equal(found.courses.length, found.totalCourses)
        },
      },
      {
        name: 'GET /learning-path/roadmap/me',
        promise: 'Bearer; 200 {success, data: roadmap}; status completed',
        prove: async (client) => {
          await needsToken(client, 'GET /learning-path/roadmap/me')
          assert.equal((await client.shared(roadmap)).mine.status, 'completed')
        },
      },
      {
        name: 'POST /learning-path/roadmap',
        promise:
          'userId, careerGoal; {success, data: {careerGoal, foundationPaths, specializationPaths}, message}',
        prove: async (client) => {
          const { built } = await client.shared(roadmap)
          enveloped(built, 'data', 'message')
          assert.equal(built.data.careerGoal, 'I want to become a data analyst')
          assert.ok(built.data.foundationPaths.length + built.data.specializationPaths.length > 0)
        },
      },
    ],
  },
  {
    title: 'Endpoints: Leaderboard',
    rows: (
      [
        ['weekly', 'week'],
        ['monthly', 'month'],
        ['all-time', 'all-time'],
      ] as const
    ).map(([name, period]) => ({
      name: `GET /leaderboard/${name}`,
      promise: `200 {success, data: leaderboard, message}; period ${period}; limit and offset`,
      prove: async (client) => {
        await client.shared(completion)
        await client.shared(board)
        await client.shared(enrollment)
        const body = await client.expectStatus(200, `GET /leaderboard/${name}`)
        enveloped(body, 'data', 'message')
        assert.equal(body.data.period, period)
        assert.deepEqual(
          body.data.entries.map(({ rank }: { rank: number }) => rank),
          body.data.entries.map((_: unknown, index: number) => index + 1),
        )
        const one = await client.expectStatus(200, `GET /leaderboard/${name}?limit=1&offset=0`)
        assert.deepEqual(one.data.entries[0].rank, 1)
        assert.equal(one.data.entries.length, 1)
      },
    })),
  },
]

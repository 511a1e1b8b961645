import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import {
  ATTEMPT_EXAMPLE,
  AttemptSchema,
  presentAttempt,
  REVIEW_EXAMPLE,
  ReviewSchema,
} from './attempt-view.ts'
import { type ContestDeps, TAG } from './contest-deps.ts'
import { errors } from './errors.ts'
import { joinContest } from './join-contest.ts'
import { floorToSeconds } from './leaderboard.ts'
import { findContestByCode, type GivenAnswer } from './participant-queries.ts'
import type { Contest, ContestId } from './public/contest.ts'
import { reviewAttempt } from './public/review-attempt.ts'
import { findContest } from './queries.ts'
import { getStartedAttempt, startAttempt } from './start-attempt.ts'
import { submitAnswers } from './submit-answers.ts'

const RoomCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{6}$/, 'must be the 6-character code of a private contest')
  .openapi({ example: 'K7QW2M' })

export function participantRoutes({ platform }: ContestDeps): Endpoint[] {
  const getContest = async (id: string): Promise<Contest> => {
    const contest = await findContest(platform.pipelinedDb, id as ContestId)
    if (!contest) throw errors.contest_not_found()
    return contest
  }
  const params = z.object({ id: IdParam })

  return [
    endpoint({
      method: 'post',
      path: '/user/contests/:id/join',
      tag: TAG,
      summary: 'Join a contest',
      description:
        'Charges the entry fee, if there is one. Open until the contest ends. A private contest requires its `roomCode`.',
      access: 'user',
      params,
      body: z.object({ roomCode: RoomCodeSchema.optional() }),
      bodyExample: { roomCode: 'K7QW2M' },
      response: { status: 200, message: 'You have joined the contest' },
      refusals: [
        errors.contest_not_found,
        errors.room_code_invalid,
        errors.already_joined,
        errors.contest_ended,
        errors.contest_cancelled,
        ledgerErrors.insufficient_gems,
      ],
      handle: async ({ caller, params: { id }, body, write, now }) => {
        const contest = await getContest(id)
        const { userId } = caller
        return write((tx) => joinContest(tx, { userId, contest, roomCode: body.roomCode, now }))
      },
    }),

    endpoint({
      method: 'post',
      path: '/user/contests/join',
      tag: TAG,
      summary: 'Join a private contest by its code',
      description: 'Charges the entry fee, if there is one. Open until the contest ends.',
      access: 'user',
      body: z.object({ roomCode: RoomCodeSchema }),
      bodyExample: { roomCode: 'K7QW2M' },
      // Codes are short, so guesses are limited.
      networkLimit: platform.config.limits.credentialsPerAddress,
      response: {
        status: 200,
        data: z.object({ contestId: z.string() }),
        example: { contestId: '019a8b5e-7c1d-7000-8000-0000000000a1' },
        message: 'You have joined the contest',
      },
      refusals: [
        errors.contest_not_found,
        errors.already_joined,
        errors.contest_ended,
        errors.contest_cancelled,
        ledgerErrors.insufficient_gems,
      ],
      handle: async ({ caller: { userId }, body: { roomCode }, write, now }) => {
        const contestId = await findContestByCode(platform.pipelinedDb, roomCode.toUpperCase())
        if (!contestId) throw errors.contest_not_found()
        const contest = await getContest(contestId)
        return write(async (tx) => {
          await joinContest(tx, { userId, contest, roomCode, now })
          return { contestId }
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/user/contests/:id/start',
      tag: TAG,
      summary: 'Start your attempt and read the questions',
      description:
        'Your time starts with this request. Questions and options are shuffled for each participant; starting again returns the same.',
      access: 'user',
      params,
      response: {
        status: 200,
        data: AttemptSchema,
        example: ATTEMPT_EXAMPLE,
        message: 'Your time has started',
      },
      refusals: [errors.contest_not_found, errors.not_joined, errors.contest_not_live],
      handle: async ({ caller: { userId }, params: { id }, write, now }) => {
        const contest = await getContest(id)
        return write(async (tx) => presentAttempt(await startAttempt(tx, { userId, contest, now })))
      },
    }),

    endpoint({
      method: 'get',
      path: '/user/contests/:id/questions',
      tag: TAG,
      summary: 'Read the questions again',
      description: 'Returns the same as starting.',
      access: 'user',
      params,
      response: { status: 200, data: AttemptSchema, example: ATTEMPT_EXAMPLE },
      refusals: [errors.contest_not_found, errors.not_joined, errors.not_started],
      handle: async ({ caller: { userId }, params: { id } }) =>
        presentAttempt(await getStartedAttempt(platform.db, { userId, contest: await getContest(id) })),
    }),

    endpoint({
      method: 'post',
      path: '/user/contests/:id/submit',
      tag: TAG,
      summary: 'Submit your answers',
      description:
        'Possible once. The server grades the answers and measures the time; `timeTakenSeconds` of the body is only a hint. Omitted questions count as wrong.',
      access: 'user',
      params,
      body: z.object({
        answers: z.array(z.object({ questionId: z.uuid(), selectedOption: z.int().min(0).max(7) })).max(100),
        timeTakenSeconds: z.number().min(0).max(100_000_000).optional(),
      }),
      bodyExample: {
        answers: [{ questionId: '019a8b5e-7c1d-7000-8000-0000000000f1', selectedOption: 1 }],
        timeTakenSeconds: 145,
      },
      response: {
        status: 200,
        data: z
          .object({
            score: z.int().openapi({ description: 'Percent of the questions, rounded down' }),
            correctCount: z.int(),
            totalQuestions: z.int(),
            timeTakenSeconds: z.int(),
            timeTakenMs: z.int().openapi({ description: 'The time that decides the rank' }),
            rank: z.int().openapi({ description: 'The rank among all submissions so far' }),
            submittedAt: TimestampSchema,
          })
          .openapi('ContestSubmission'),
        example: {
          score: 80,
          correctCount: 8,
          totalQuestions: 10,
          timeTakenSeconds: 145,
          timeTakenMs: 145_120,
          rank: 1,
          submittedAt: '2026-11-02T08:12:25.120Z',
        },
        message: 'Your answers are submitted',
      },
      refusals: [
        errors.contest_not_found,
        errors.not_joined,
        errors.contest_not_live,
        errors.already_submitted,
        errors.contest_ended,
        errors.contest_cancelled,
      ],
      handle: async ({ caller: { userId }, params: { id }, body, write, now }) => {
        const contest = await getContest(id)
        const answers = body.answers as GivenAnswer[]
        const { timeTakenSeconds } = body
        return write(async (tx) => {
          const submitted = await submitAnswers(tx, { userId, contest, answers, timeTakenSeconds, now })
          return {
            ...submitted,
            timeTakenSeconds: floorToSeconds(submitted.timeTakenMs),
            submittedAt: submitted.submittedAt.toISOString(),
          }
        })
      },
    }),

    endpoint({
      method: 'get',
      path: '/user/contests/:id/review',
      tag: TAG,
      summary: 'Read the correct answers and yours',
      description: 'Available for participants after the contest is settled.',
      access: 'user',
      params,
      response: {
        status: 200,
        data: ReviewSchema,
        example: REVIEW_EXAMPLE,
      },
      refusals: [errors.contest_not_found, errors.not_joined, errors.contest_not_settled],
      handle: async ({ caller: { userId }, params: { id } }) => ({
        questions: await reviewAttempt(platform.db, { userId, contest: await getContest(id) }),
      }),
    }),
  ]
}

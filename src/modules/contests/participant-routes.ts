import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import type { GemUseRules } from '../accounts/public/require-gem-use.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { answerRequestFields, checkAnswerRequest } from '../questions/public/answer-request.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import { withMediaUrls } from '../questions/public/with-media-urls.ts'
import { getRuntimeSettings } from '../site-settings/public/runtime-settings-cache.ts'
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
import { findContestByCode } from './participant-queries.ts'
import type { Contest, ContestId } from './public/contest.ts'
import { CONTEST_PREVIEW_EXAMPLE, ContestPreviewSchema, presentPreview } from './public/contest-view.ts'
import { getContestView } from './public/get-contest-view.ts'
import { reviewAttempt } from './public/review-attempt.ts'
import { findContest } from './queries.ts'
import { getStartedAttempt, type StartedAttempt, startAttempt } from './start-attempt.ts'
import { submitAnswers } from './submit-answers.ts'

const RoomCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{6}$/, 'must be the 6-character code of a private contest')
  .openapi({ example: 'K7QW2M' })

const JOIN_REFUSALS = [
  errors.already_joined,
  errors.contest_ended,
  errors.contest_cancelled,
  errors.answers_known,
  accountErrors.email_not_verified,
  accountErrors.account_too_new,
  accountErrors.stakes_off,
  ledgerErrors.insufficient_gems,
]

const HIDDEN_RESULT = 'Null: the result is part of the contest after it is decided.'

export function participantRoutes({ platform }: ContestDeps): Endpoint[] {
  const getContest = async (id: string): Promise<Contest> => {
    const contest = await findContest(platform.pipelinedDb, id as ContestId)
    if (!contest) throw errors.contest_not_found()
    return contest
  }
  const present = (attempt: StartedAttempt) =>
    withMediaUrls(presentAttempt(attempt), platform.config.publicUrl)
  const params = z.object({ id: IdParam })
  const gemUse: GemUseRules = {
    ...platform.config.gemUse,
    areStakesOn: async (db) => (await getRuntimeSettings(platform, db)).areStakesOn,
  }

  return [
    endpoint({
      method: 'post',
      path: '/user/contests/:id/join',
      tag: TAG,
      summary: 'Join a contest',
      description:
        'Charges the entry fee, if there is one. Open until the contest ends. A private contest requires its `roomCode`. Authors of the contest and staff that has seen its answers cannot join.',
      access: 'user',
      params,
      body: z.object({ roomCode: RoomCodeSchema.optional() }),
      bodyExample: { roomCode: 'K7QW2M' },
      response: { message: 'You have joined the contest' },
      refusals: [errors.contest_not_found, errors.room_code_invalid, ...JOIN_REFUSALS],
      handle: async ({ caller, params: { id }, body, write, now }) => {
        const contest = await getContest(id)
        const { userId } = caller
        return write((tx) => joinContest(tx, { userId, contest, roomCode: body.roomCode, gemUse, now }))
      },
    }),

    endpoint({
      method: 'get',
      path: '/user/contests/preview',
      tag: TAG,
      summary: 'Read the terms of a private contest by its code, before joining',
      description: 'Charges nothing. Shows what joining costs and what can be won.',
      access: 'user',
      query: z.object({ roomCode: RoomCodeSchema }),
      // Shared with joining: a preview tells whether a guessed code exists.
      networkLimit: platform.config.limits.credentialsPerAddress,
      response: { data: ContestPreviewSchema, example: CONTEST_PREVIEW_EXAMPLE },
      refusals: [errors.contest_not_found],
      handle: async ({ caller: { userId }, query: { roomCode }, now }) => {
        const contestId = await findContestByCode(platform.pipelinedDb, roomCode.toUpperCase())
        if (!contestId) throw errors.contest_not_found()
        const view = await getContestView(platform.db, { contestId, userId, includePrivate: true, now })
        return presentPreview(view)
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
        data: z.object({ contestId: z.string() }),
        example: { contestId: '019a8b5e-7c1d-7000-8000-0000000000a1' },
        message: 'You have joined the contest',
      },
      refusals: [errors.contest_not_found, ...JOIN_REFUSALS],
      handle: async ({ caller: { userId }, body: { roomCode }, write, now }) => {
        const contestId = await findContestByCode(platform.pipelinedDb, roomCode.toUpperCase())
        if (!contestId) throw errors.contest_not_found()
        const contest = await getContest(contestId)
        return write(async (tx) => {
          await joinContest(tx, { userId, contest, roomCode, gemUse, now })
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
        data: AttemptSchema,
        example: ATTEMPT_EXAMPLE,
        message: 'Your time has started',
      },
      refusals: [errors.contest_not_found, errors.not_joined, errors.contest_not_live],
      handle: async ({ caller: { userId }, params: { id }, write, now }) => {
        const contest = await getContest(id)
        return write(async (tx) => present(await startAttempt(tx, { userId, contest, now })))
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
      response: { data: AttemptSchema, example: ATTEMPT_EXAMPLE },
      refusals: [errors.contest_not_found, errors.not_joined, errors.not_started],
      handle: async ({ caller: { userId }, params: { id } }) =>
        present(await getStartedAttempt(platform.db, { userId, contest: await getContest(id) })),
    }),

    endpoint({
      method: 'post',
      path: '/user/contests/:id/submit',
      tag: TAG,
      summary: 'Submit your answers',
      description:
        'Possible once. The server grades the answers and measures the time; `timeTakenSeconds` of the body is only a hint. Omitted questions count as wrong. A SINGLE_CHOICE question is answered by `selectedOption`, any other by `answer`. The result is shown after the contest is decided.',
      access: 'user',
      params,
      body: z.object({
        answers: z
          .array(z.object({ questionId: z.uuid(), ...answerRequestFields }).superRefine(checkAnswerRequest))
          .max(100),
        timeTakenSeconds: z.number().min(0).max(100_000_000).optional(),
      }),
      bodyExample: {
        answers: [{ questionId: '019a8b5e-7c1d-7000-8000-0000000000f1', selectedOption: 1 }],
        timeTakenSeconds: 145,
      },
      response: {
        data: z
          .object({
            score: z.int().nullable().openapi({ description: HIDDEN_RESULT }),
            correctCount: z.int().nullable().openapi({ description: HIDDEN_RESULT }),
            totalQuestions: z.int(),
            timeTakenSeconds: z.int(),
            timeTakenMs: z.int().openapi({ description: 'The time that decides the rank' }),
            rank: z.int().nullable().openapi({ description: HIDDEN_RESULT }),
            submittedAt: TimestampSchema,
          })
          .openapi('ContestSubmission'),
        example: {
          score: null,
          correctCount: null,
          totalQuestions: 10,
          timeTakenSeconds: 145,
          timeTakenMs: 145_120,
          rank: null,
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
            score: null,
            correctCount: null,
            rank: null,
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
      response: { data: ReviewSchema, example: REVIEW_EXAMPLE },
      refusals: [errors.contest_not_found, errors.not_joined, errors.contest_not_settled],
      handle: async ({ caller: { userId }, params: { id } }) => ({
        questions: withMediaUrls(
          await reviewAttempt(platform.db, { userId, contest: await getContest(id) }),
          platform.config.publicUrl,
        ),
      }),
    }),
  ]
}

import { HOUR_MS } from '../../platform/clock.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as progressErrors } from '../progress/errors.ts'
import { OccurredAtSchema, readOccurredAt } from '../progress/public/resolve-occurred-at.ts'
import { AnswerSchema } from '../questions/public/answer.ts'
import { HINT_EXAMPLE, HintSchema } from '../questions/public/hint.ts'
import { SOLUTION_EXAMPLE } from '../questions/public/solution.ts'
import { withMediaUrls } from '../questions/public/with-media-urls.ts'
import { answerCard, REVIEWS_FOR_STREAK, ReviewResultSchema } from './answer-card.ts'
import { errors } from './errors.ts'
import { getHint } from './review-question.ts'
import { RATINGS, type ReviewCardId } from './scheduler.ts'
import { suspendCard } from './suspend-card.ts'
import { undoAnswer } from './undo-answer.ts'

const TAG = 'Review'
const CARD_EXAMPLE = '019a8b5e-7c1d-7000-8000-0000000000a7'

const repetition = z.int().min(1).max(1_000_000).openapi({ description: 'As the session showed it' })

const SuspensionSchema = z
  .object({ cardId: z.string(), isSuspended: z.boolean() })
  .openapi('ReviewSuspension')

/** The endpoints of a card. */
export function cardRoutes({ config, db }: Pick<Platform, 'config' | 'db'>): Endpoint[] {
  return [
    endpoint({
      method: 'post',
      path: '/review/cards/:cardId/answers',
      tag: TAG,
      summary: 'Answer a card',
      description: `Send \`answer\` for a question and \`rating\` for a flashcard. The server rates answers to questions: AGAIN if wrong; HARD if right with a hint or after more than twice your median time; EASY if right at first sight; otherwise GOOD. The first answer to a repetition that arrives counts; later ones, also of another device, get its result. ${REVIEWS_FOR_STREAK} reviews on one day extend the streak.`,
      access: 'user',
      params: z.object({ cardId: IdParam }),
      body: z.object({
        repetition,
        answer: AnswerSchema.optional(),
        rating: z.enum(RATINGS).optional().openapi({ description: 'For flashcards' }),
        timeMs: z.int().min(0).max(HOUR_MS).optional().openapi({ description: 'From showing to answering' }),
        usedHint: z.boolean().default(false),
        occurredAt: OccurredAtSchema.openapi({
          description:
            'When you answered, if the device was offline: at most 48 hours ago, not before the day on which the card is due. By default now. It decides the day of the review and of the streak, in the time zone that your account had at that time.',
        }),
      }),
      bodyExample: { repetition: 2, answer: { selectedOption: 1 }, timeMs: 5_200, usedHint: false },
      response: {
        data: ReviewResultSchema,
        example: {
          cardId: CARD_EXAMPLE,
          repetition: 2,
          isCorrect: true,
          rating: 'GOOD',
          solution: SOLUTION_EXAMPLE,
          dueOn: '2026-11-12',
          intervalDays: 10,
          answeredToday: 10,
          isStreakExtended: true,
        },
      },
      refusals: [
        errors.review_card_not_found,
        errors.review_card_not_due,
        errors.review_card_suspended,
        errors.review_repetition_mismatch,
        errors.occurred_before_due,
        progressErrors.occurred_in_future,
        progressErrors.occurred_too_long_ago,
      ],
      handle: ({ caller: { userId }, params, body, write, now }) =>
        write.shared({ name: 'review-answers', userId }, async (tx) =>
          withMediaUrls(
            await answerCard(tx, {
              userId,
              cardId: params.cardId as ReviewCardId,
              repetition: body.repetition,
              answer: body.answer,
              rating: body.rating,
              timeMs: body.timeMs,
              usedHint: body.usedHint,
              occurredAt: readOccurredAt(body),
              now,
            }),
            config.publicUrl,
          ),
        ),
    }),

    endpoint({
      method: 'get',
      path: '/review/cards/:cardId/hint',
      tag: TAG,
      summary: 'Read the hint of the question of a card',
      description: 'For questions with `hasHint`. Send `usedHint` with the answer.',
      access: 'user',
      params: z.object({ cardId: IdParam }),
      response: { data: HintSchema, example: HINT_EXAMPLE },
      refusals: [errors.review_card_not_found],
      handle: async ({ caller: { userId }, params: { cardId } }) =>
        withMediaUrls(await getHint(db, { userId, cardId: cardId as ReviewCardId }), config.publicUrl),
    }),

    endpoint({
      method: 'post',
      path: '/review/undo',
      tag: TAG,
      summary: 'Undo your last review',
      description:
        'The card gets back its state and is due again. Only the last review can be undone, once; a repeated request changes nothing. A day of the streak stays.',
      access: 'user',
      body: z.object({ cardId: z.uuid(), repetition }),
      bodyExample: { cardId: CARD_EXAMPLE, repetition: 2 },
      response: {
        data: z
          .object({ cardId: z.string(), repetition: z.int(), dueOn: z.iso.date() })
          .openapi('UndoneReview'),
        example: { cardId: CARD_EXAMPLE, repetition: 2, dueOn: '2026-11-02' },
        message: 'Review undone',
      },
      refusals: [errors.review_card_not_found, errors.review_not_last_answer],
      handle: ({ caller: { userId }, body, write, now }) =>
        write((tx) =>
          undoAnswer(tx, { userId, cardId: body.cardId as ReviewCardId, repetition: body.repetition, now }),
        ),
    }),

    suspensionRoute(true),
    suspensionRoute(false),
  ]
}

function suspensionRoute(isSuspended: boolean): Endpoint {
  return endpoint({
    method: 'post',
    path: isSuspended ? '/review/cards/:cardId/suspend' : '/review/cards/:cardId/unsuspend',
    tag: TAG,
    summary: isSuspended ? 'Suspend a card' : 'Put a suspended card back into the queue',
    description: isSuspended
      ? 'The card is not shown any more. A repeated request changes nothing.'
      : 'The card keeps its state and its due day. A repeated request changes nothing.',
    access: 'user',
    params: z.object({ cardId: IdParam }),
    response: {
      data: SuspensionSchema,
      example: { cardId: CARD_EXAMPLE, isSuspended },
      message: isSuspended ? 'Card suspended' : 'Card is in the queue again',
    },
    refusals: [errors.review_card_not_found],
    handle: ({ caller: { userId }, params, write, now }) =>
      write((tx) => suspendCard(tx, { userId, cardId: params.cardId as ReviewCardId, isSuspended, now })),
  })
}

import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { DAYS_BEFORE_DECAY, decayedRating, levelOf, MASTERY_LEVELS } from './mastery-level.ts'
import { listMastery } from './queries.ts'

const MasterySchema = z
  .object({
    skill: z
      .string()
      .openapi({ description: 'A skill of a course, or a topic for questions without a skill' }),
    level: z.enum(MASTERY_LEVELS),
    answerCount: z.int(),
    lastAnsweredAt: TimestampSchema,
    isFading: z
      .boolean()
      .openapi({ description: 'Whether the level has fallen since the last answer, for lack of practice' }),
  })
  .openapi('SkillMastery')

export function masteryRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/mastery',
      tag: 'Practice',
      summary: 'Read how well you know each skill',
      description: `Answers in lessons, tests, reviews, practice and battles count after a minute or two, those in contests after the result. A wrong answer can lower the level, and so can ${DAYS_BEFORE_DECAY} days without an answer.`,
      access: 'user',
      response: {
        data: z.array(MasterySchema),
        example: [
          {
            skill: 'hashing',
            level: 'COMPETENT',
            answerCount: 14,
            lastAnsweredAt: '2026-11-02T08:10:00.000Z',
            isFading: false,
          },
        ],
      },
      handle: async ({ caller: { userId }, now }) =>
        (await listMastery(db, [userId])).map(({ skill, rating, answers, lastAnsweredAt }) => {
          const level = levelOf({
            rating: decayedRating(rating, { since: lastAnsweredAt, now }),
            answers,
          })
          return {
            skill,
            level,
            answerCount: answers,
            lastAnsweredAt: lastAnsweredAt.toISOString(),
            isFading: level !== levelOf({ rating, answers }),
          }
        }),
    }),
  ]
}

import { z } from '@hono/zod-openapi'
import { TimestampSchema } from '../../platform/http/schemas.ts'

/** A line of the ranking, in answers and in frames. */
export const ContestLeaderboardEntrySchema = z
  .object({
    rank: z.int(),
    userId: z.string(),
    username: z.string(),
    avatarUrl: z.string(),
    score: z.int(),
    correctCount: z.int(),
    timeTakenSeconds: z.int(),
    prizeGems: z.int(),
    submittedAt: TimestampSchema,
  })
  .openapi('ContestLeaderboardEntry')

import { z } from '../../platform/zod.ts'
import { INTERVALS } from './period.ts'

const Start = z.iso.date().openapi({ description: 'The first day of the interval', example: '2026-11-02' })
const Count = z.int().min(0)

/** The stats of a period: one entry for each interval, the oldest first. */
function seriesOf<Shape extends z.ZodRawShape>(fields: Shape) {
  return z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    interval: z.enum(INTERVALS),
    intervals: z.array(z.object({ start: Start, ...fields })),
  })
}

/** An example with one interval. */
function exampleOf<Fields extends object>(fields: Fields) {
  const period = { from: '2026-11-02', to: '2026-11-08', interval: 'week' as const }
  return { ...period, intervals: [{ start: '2026-11-02', ...fields }] }
}

export const ActivitySchema = seriesOf({
  dailyActive: Count.openapi({ description: 'Learners with an activity on a day, on average' }),
  weeklyActive: Count.openapi({
    description: 'Learners with an activity in the 7 days up to the last day of the interval',
  }),
  monthlyActive: Count.openapi({ description: 'The same for 30 days' }),
  newLearners: Count.openapi({ description: 'Learners with their first activity' }),
  returningLearners: Count.openapi({ description: 'Learners who were away for 30 days or longer' }),
}).openapi('AdminActivityStats')

export const ACTIVITY_EXAMPLE = exampleOf({
  dailyActive: 310,
  weeklyActive: 820,
  monthlyActive: 1_730,
  newLearners: 64,
  returningLearners: 21,
})

const Returned = Count.nullable().openapi({
  description: 'Null until that day is over for all of these users',
})

export const RetentionSchema = seriesOf({
  users: Count.openapi({ description: 'Users who signed up in the interval' }),
  day1: Returned,
  day7: Returned,
  day30: Returned,
}).openapi('AdminRetentionStats')

export const RETENTION_EXAMPLE = exampleOf({ users: 210, day1: 96, day7: 61, day30: null })

export const FunnelSchema = seriesOf({
  visits: Count,
  signedUp: Count,
  firstLesson: Count,
  firstCourse: Count,
  firstCertificate: Count,
}).openapi('AdminFunnelStats')

export const FUNNEL_EXAMPLE = exampleOf({
  visits: 1_840,
  signedUp: 210,
  firstLesson: 152,
  firstCourse: 34,
  firstCertificate: 19,
})

export const LearningSchema = seriesOf({
  lessons: Count.openapi({ description: 'Lessons that were completed for the first time' }),
  minutes: Count.openapi({ description: 'The time that the app reported for them' }),
}).openapi('AdminLearningStats')

export const LEARNING_EXAMPLE = exampleOf({ lessons: 640, minutes: 3_912 })

export const LedgerSchema = seriesOf({
  issued: Count.openapi({ description: 'From accounts of the house' }),
  returned: Count.openapi({ description: 'To accounts of the house' }),
  withUsers: z.int().openapi({ description: 'The balances of all users at the end of the interval' }),
  inEscrow: z
    .int()
    .openapi({ description: 'The balances of contests, battles and orders at the end of the interval' }),
})
  .extend({
    reasons: z.array(z.object({ reason: z.string(), issued: Count, returned: Count })).openapi({
      description: 'What the house issued and got back in the period, the largest first',
    }),
  })
  .openapi('AdminLedgerStats')

export const LEDGER_EXAMPLE = {
  ...exampleOf({ issued: 4_120, returned: 900, withUsers: 91_200, inEscrow: 360 }),
  reasons: [{ reason: 'lesson completed', issued: 3_200, returned: 0 }],
}

export const RevenueSchema = seriesOf({
  direction: z.enum(['ON_RAMP', 'OFF_RAMP']),
  provider: z.string(),
  asset: z.string().openapi({ description: 'What was bought or sold' }),
  currency: z.string(),
  orders: Count.openapi({ description: 'Orders that were completed' }),
  amount: z.number(),
  fees: z.number(),
  reversedOrders: Count.openapi({
    description: 'Completed orders that were reversed later, such as refunded ones',
  }),
  reversedAmount: z.number(),
}).openapi('AdminRevenueStats')

export const REVENUE_EXAMPLE = exampleOf({
  direction: 'ON_RAMP' as const,
  provider: 'sandbox',
  asset: 'GEMS',
  currency: 'KES',
  orders: 41,
  amount: 51_250,
  fees: 1_025,
  reversedOrders: 1,
  reversedAmount: 1_250,
})

export const BattlesSchema = seriesOf({
  battles: Count,
  withBots: Count,
  completed: Count,
  forfeited: Count,
  abandoned: Count,
  gemsStaked: Count,
}).openapi('AdminBattleStats')

export const BATTLES_EXAMPLE = exampleOf({
  battles: 120,
  withBots: 40,
  completed: 110,
  forfeited: 8,
  abandoned: 2,
  gemsStaked: 1_600,
})

export const HardQuestionSchema = z
  .object({
    questionId: z.uuid(),
    type: z.string(),
    prompt: z.string(),
    answers: Count,
    correctShare: z.number(),
    difficultyRating: z.number().openapi({ description: 'Elo points; a learner starts at 1000' }),
    discrimination: z.number().nullable(),
  })
  .openapi('AdminHardQuestion')

export const HARD_QUESTION_EXAMPLE = {
  questionId: '019a8b5e-7c1d-7000-8000-0000000000d1',
  type: 'SINGLE_CHOICE',
  prompt: 'Who may spend?',
  answers: 84,
  correctShare: 0.31,
  difficultyRating: 1_790,
  discrimination: 0.42,
}

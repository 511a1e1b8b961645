import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import type { ContestRow } from '../listing-queries.ts'
import { CONTEST_STATUSES, CONTEST_TYPES, statusOf } from './contest.ts'

/** A contest in responses. */
export const ContestSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    status: z.enum(CONTEST_STATUSES),
    type: z.enum(CONTEST_TYPES),
    entryFeeGems: z.int(),
    prizePoolGems: z.int().openapi({
      description: 'The guaranteed pool plus the entry fees paid so far; after settlement what was paid.',
    }),
    guaranteedPoolGems: z.int(),
    guaranteedPoolMinParticipants: z.int().openapi({
      description: 'The platform pays `guaranteedPoolGems` only if at least this many participants submit.',
    }),
    isGuaranteedPoolPaid: z.boolean().nullable().openapi({
      description: 'False if too few participants submitted; null until the contest is settled.',
    }),
    minPrizeScore: z.int().openapi({ description: 'Percent. A lower score gets no prize.' }),
    prizeTable: z.array(z.int()).openapi({ description: 'Percent of the pool, the best rank first.' }),
    startsAt: TimestampSchema,
    endsAt: TimestampSchema,
    maxDurationSeconds: z.int().nullable().openapi({
      description: 'Time limit of an attempt from its start; null: until the end of the contest.',
    }),
    totalQuestions: z.int(),
    participantCount: z.int(),
    minParticipants: z.int().openapi({
      description: 'With fewer participants the contest is cancelled and entry fees are refunded.',
    }),
    cancelReason: z.string().nullable(),
    settledAt: TimestampSchema.nullable(),
    roomCode: z.string().nullable().openapi({ description: 'Only for participants of a private contest.' }),
    userStatus: z.object({
      hasJoined: z.boolean(),
      hasStarted: z.boolean(),
      hasCompleted: z.boolean(),
      score: z.int().nullable().openapi({ description: 'Null until the contest is decided.' }),
      rank: z.int().nullable().openapi({ description: 'Null until the contest is settled.' }),
      prizeGems: z.int(),
      xpEarned: z.int(),
    }),
  })
  .openapi('Contest')
export type ContestView = z.output<typeof ContestSchema>

export const CONTEST_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a1',
  title: 'Chain sprint',
  description: 'Ten questions on blocks, keys and wallets.',
  status: 'LIVE',
  type: 'PUBLIC',
  entryFeeGems: 10,
  prizePoolGems: 230,
  guaranteedPoolGems: 200,
  guaranteedPoolMinParticipants: 2,
  isGuaranteedPoolPaid: null,
  minPrizeScore: 50,
  prizeTable: [50, 30, 20],
  startsAt: '2026-11-02T08:00:00.000Z',
  endsAt: '2026-11-03T08:00:00.000Z',
  maxDurationSeconds: 600,
  totalQuestions: 10,
  participantCount: 3,
  minParticipants: 2,
  cancelReason: null,
  settledAt: null,
  roomCode: null,
  userStatus: {
    hasJoined: true,
    hasStarted: true,
    hasCompleted: true,
    score: null,
    rank: null,
    prizeGems: 0,
    xpEarned: 0,
  },
} as const

export function presentContest(row: ContestRow, now: Date): ContestView {
  const hasJoined = row.joinedAt !== null
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: statusOf(row, now),
    type: row.type,
    entryFeeGems: Number(row.entryFeeGems),
    prizePoolGems:
      (row.isHousePoolPaid === false ? 0 : Number(row.guaranteedPoolGems)) +
      Number(row.entryFeeGems) * row.participantCount,
    guaranteedPoolGems: Number(row.guaranteedPoolGems),
    guaranteedPoolMinParticipants: row.houseMinParticipants,
    isGuaranteedPoolPaid: row.isHousePoolPaid,
    minPrizeScore: row.minPrizeScore,
    prizeTable: row.prizeTable,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    maxDurationSeconds: row.maxDurationSeconds,
    totalQuestions: row.totalQuestions,
    participantCount: row.participantCount,
    minParticipants: row.minParticipants,
    cancelReason: row.cancelReason,
    settledAt: row.outcome === 'SETTLED' ? row.decidedAt!.toISOString() : null,
    roomCode: hasJoined ? row.roomCode : null,
    userStatus: {
      hasJoined,
      hasStarted: row.startedAt !== null,
      hasCompleted: row.submittedAt !== null,
      score: row.score,
      rank: row.rank,
      prizeGems: row.prizeGems ?? 0,
      xpEarned: row.xp ?? 0,
    },
  }
}

/** What a user sees of a private contest before joining it: the terms, without its participants. */
const PREVIEW_FIELDS = {
  title: true,
  description: true,
  status: true,
  entryFeeGems: true,
  prizePoolGems: true,
  guaranteedPoolGems: true,
  guaranteedPoolMinParticipants: true,
  prizeTable: true,
  minPrizeScore: true,
  startsAt: true,
  endsAt: true,
  maxDurationSeconds: true,
  totalQuestions: true,
  participantCount: true,
  minParticipants: true,
} as const satisfies { [Field in keyof ContestView]?: true }

export const ContestPreviewSchema = ContestSchema.pick(PREVIEW_FIELDS).openapi('ContestPreview')

export const CONTEST_PREVIEW_EXAMPLE = presentPreview(CONTEST_EXAMPLE as unknown as ContestView)

export function presentPreview(contest: ContestView) {
  return ContestPreviewSchema.parse(contest)
}

import type { Api } from '../../../packages/client/src/lyceum.ts'

/** A contest as the author types it. Times are those of the author's zone, numbers are as they stand in their fields. */
export interface PlanFields {
  title: string
  description: string
  type: Api.ContestPlan['type']
  startsAt: string
  endsAt: string
  entryFeeGems: string
  prizePoolGems: string
  /** Percent, separated by commas. */
  prizeTable: string
  minParticipants: string
  minPrizeScore: string
  maxMinutes: string
  runs: string
  questionsPerAttempt: string
  questionIds: readonly string[]
}

export type PlanFieldName = keyof PlanFields

export const PLAN_FIELD_NAMES: readonly PlanFieldName[] = [
  'title',
  'description',
  'type',
  'startsAt',
  'endsAt',
  'runs',
  'entryFeeGems',
  'prizePoolGems',
  'prizeTable',
  'minPrizeScore',
  'minParticipants',
  'maxMinutes',
  'questionsPerAttempt',
  'questionIds',
]

const MINUTE_SECONDS = 60

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time in the form of its input, in the zone of the device. */
export function toLocal(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/** The moment of a typed time; undefined while it is incomplete. */
export function momentOf(local: string): Date | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date
}

type PlanTerms = Omit<Api.ContestPlan, 'questions' | 'checklist' | 'budget' | 'contests'>

export function planFieldsOf(plan: PlanTerms): PlanFields {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    title: plan.title,
    description: plan.description,
    type: plan.type,
    startsAt: toLocal(plan.startsAt),
    endsAt: toLocal(plan.endsAt),
    entryFeeGems: text(plan.entryFeeGems),
    prizePoolGems: text(plan.prizePoolGems),
    prizeTable: plan.prizeTable.join(', '),
    minParticipants: text(plan.minParticipants),
    minPrizeScore: text(plan.minPrizeScore),
    maxMinutes: text(plan.maxDurationSeconds === null ? null : plan.maxDurationSeconds / MINUTE_SECONDS),
    runs: text(plan.runs),
    questionsPerAttempt: text(plan.questionsPerAttempt),
    questionIds: plan.questionIds,
  }
}

export const numberOf = (text: string): number => Number(text.trim() || '0')
const optional = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The fields in the form of the API, by the names of the form. */
function valuesOf(fields: PlanFields): Record<PlanFieldName, Api.ContestPlanPatch> {
  const minutes = optional(fields.maxMinutes)
  return {
    title: { title: fields.title.trim() },
    description: { description: fields.description.trim() },
    type: { type: fields.type },
    startsAt: { startsAt: momentOf(fields.startsAt)?.toISOString() ?? null },
    endsAt: { endsAt: momentOf(fields.endsAt)?.toISOString() ?? null },
    entryFeeGems: { entryFeeGems: numberOf(fields.entryFeeGems) },
    prizePoolGems: { prizePoolGems: numberOf(fields.prizePoolGems) },
    prizeTable: {
      prizeTable: fields.prizeTable
        .split(/[,;\s]+/)
        .filter(Boolean)
        .map(Number),
    },
    minParticipants: { minParticipants: numberOf(fields.minParticipants) },
    minPrizeScore: { minPrizeScore: numberOf(fields.minPrizeScore) },
    maxMinutes: { maxDurationSeconds: minutes === null ? null : Math.round(minutes * MINUTE_SECONDS) },
    runs: { runs: numberOf(fields.runs) },
    questionsPerAttempt: { questionsPerAttempt: optional(fields.questionsPerAttempt) },
    questionIds: { questionIds: [...fields.questionIds] },
  }
}

/** The fields whose values differ. */
export function differingPlanFields(one: PlanFields, other: PlanFields): PlanFieldName[] {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return PLAN_FIELD_NAMES.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(others[name]))
}

export const isSamePlan = (one: PlanFields, other: PlanFields): boolean =>
  differingPlanFields(one, other).length === 0

/** Only what the author has changed. A changed time is one of the zone of this device. */
export function planPatchOf(fields: PlanFields, base: PlanFields): Api.ContestPlanPatch {
  const values = valuesOf(fields)
  const changed = differingPlanFields(fields, base)
  const isTime = changed.includes('startsAt') || changed.includes('endsAt')
  return Object.assign(isTime ? { timeZone: ownZone() } : {}, ...changed.map((name) => values[name]))
}

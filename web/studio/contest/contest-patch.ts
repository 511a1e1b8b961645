import type { Api } from '../../../packages/client/src/lyceum.ts'
import { momentOf, numberOf, toLocal } from './plan-fields.ts'

/** What the author of a published contest may still change, as it is typed. */
export interface ContestFields {
  title: string
  description: string
  startsAt: string
  endsAt: string
  prizePoolGems: string
}

type ContestTerms = Pick<Api.Contest, 'title' | 'description' | 'startsAt' | 'endsAt' | 'guaranteedPoolGems'>

export function contestFieldsOf(contest: ContestTerms): ContestFields {
  return {
    title: contest.title,
    description: contest.description,
    startsAt: toLocal(contest.startsAt),
    endsAt: toLocal(contest.endsAt),
    prizePoolGems: String(contest.guaranteedPoolGems),
  }
}

/** After the first participant or the start, the service refuses other terms. */
export function isLockedContest({
  status,
  participantCount,
}: Pick<Api.Contest, 'status' | 'participantCount'>): boolean {
  return status !== 'UPCOMING' || participantCount > 0
}

/** Only what the author has changed. An incomplete time is no change. */
export function contestPatchOf(fields: ContestFields, base: ContestFields): Api.ContestPatch {
  const [startsAt, endsAt] = [momentOf(fields.startsAt), momentOf(fields.endsAt)]
  return {
    ...(fields.title.trim() !== base.title ? { title: fields.title.trim() } : {}),
    ...(fields.description.trim() !== base.description ? { description: fields.description.trim() } : {}),
    ...(startsAt && fields.startsAt !== base.startsAt ? { startsAt: startsAt.toISOString() } : {}),
    ...(endsAt && fields.endsAt !== base.endsAt ? { endsAt: endsAt.toISOString() } : {}),
    ...(fields.prizePoolGems.trim() !== base.prizePoolGems
      ? { prizePoolGems: numberOf(fields.prizePoolGems) }
      : {}),
  }
}

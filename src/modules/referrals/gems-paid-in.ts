import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import { referralQualified } from './events.ts'

/** The gems that a transaction paid a user for having been invited, so that its answer shows true totals. */
export function gemsPaidIn(facts: Fact[], userId: UserId): number {
  return facts
    .filter((fact): fact is ReturnType<typeof referralQualified> => fact.name === referralQualified.factName)
    .filter(({ data }) => data.invitedUserId === userId)
    .reduce((gems, { data }) => gems + data.invitedGems, 0)
}

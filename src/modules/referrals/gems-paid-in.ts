import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import { invitedRewarded, referralQualified } from './events.ts'

/** The gems that a transaction paid a user for having been invited, so that its answer shows true totals. */
export function gemsPaidIn(facts: Fact[], userId: UserId): number {
  return facts.reduce((gems, fact) => gems + gemsIn(fact, userId), 0)
}

function gemsIn(fact: Fact, userId: UserId): number {
  if (fact.name === referralQualified.factName) {
    const { data } = fact as ReturnType<typeof referralQualified>
    return data.invitedUserId === userId ? data.invitedGems : 0
  }
  if (fact.name !== invitedRewarded.factName) return 0
  const { data } = fact as ReturnType<typeof invitedRewarded>
  return data.userId === userId ? data.gems : 0
}

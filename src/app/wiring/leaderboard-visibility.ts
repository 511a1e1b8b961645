import { hideUser } from '../../modules/leaderboards/public/hide-user.ts'
import { showUser } from '../../modules/leaderboards/public/show-user.ts'
import type { SetLeaderboardOptOut } from '../../modules/profiles/routes.ts'

/** Profiles and leaderboards have the same level, so the opt-out of a profile is connected to the leaderboards here. */
export const setLeaderboardVisibility: SetLeaderboardOptOut = (tx, { userId, isOptedOut, now }) =>
  isOptedOut
    ? hideUser(tx, { userId, reason: 'OPTED_OUT', now })
    : showUser(tx, { userId, reason: 'OPTED_OUT' })

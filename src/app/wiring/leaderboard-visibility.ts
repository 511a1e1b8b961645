import { hideUser } from '../../modules/leaderboards/public/hide-user.ts'
import { showUser } from '../../modules/leaderboards/public/show-user.ts'
import type { SetLeaderboardOptOut } from '../../modules/profiles/routes.ts'

/** A profile says whether its owner is on the boards; the boards are another module's of the same level. */
export const setLeaderboardVisibility: SetLeaderboardOptOut = (tx, { userId, isOptedOut, now }) =>
  isOptedOut
    ? hideUser(tx, { userId, reason: 'OPTED_OUT', now })
    : showUser(tx, { userId, reason: 'OPTED_OUT' })

import { exportBadges } from '../modules/badges/export-badges.ts'
import { exportBattles } from '../modules/battles/export-battles.ts'
import { exportAccount } from '../modules/identity/accounts/export-account.ts'
import { exportScores } from '../modules/leaderboards/export-scores.ts'
import { exportLearner } from '../modules/learning/progress/learner-data.ts'
import type { PersonalDataSection } from '../modules/profiles/personal-data.ts'
import { exportRewards } from '../modules/rewards/export-rewards.ts'

/** What a user gets when they ask for all of their data: a line for every module that keeps some. */
export const PERSONAL_DATA: PersonalDataSection[] = [
  { name: 'identity', read: exportAccount },
  { name: 'learning', read: exportLearner },
  { name: 'rewards', read: exportRewards },
  { name: 'badges', read: exportBadges },
  { name: 'battles', read: exportBattles },
  { name: 'leaderboards', read: exportScores },
]

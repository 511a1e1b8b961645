import type { Api } from '../../../packages/client/src/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { sessionStore } from '../../ui/session/session-store.ts'

/** Shows the new totals of the user, and loads again what a completed lesson or round of practice changes. */
export function applyResult(result: Api.LessonResult | Api.PracticeResult): void {
  sessionStore.updateUser({
    totalXP: result.newTotalXP,
    ...('newTotalGems' in result ? { totalGems: result.newTotalGems } : {}),
    currentStreak: result.streakDays,
    level: Math.floor(Math.sqrt(result.newTotalXP / 100)) + 1,
  })
  void queryClient.invalidateQueries()
}

import type { Api } from '../../../packages/client/src/lyceum.ts'
import { queryClient } from '../../ui/api/lyceum.ts'
import { sessionStore } from '../../ui/session/session-store.ts'

/** Shows the new totals of the user, and loads again what a completed lesson changes. */
export function applyLessonResult(result: Api.LessonResult): void {
  sessionStore.updateUser({
    totalXP: result.newTotalXP,
    totalGems: result.newTotalGems,
    currentStreak: result.streakDays,
    level: Math.floor(Math.sqrt(result.newTotalXP / 100)) + 1,
  })
  void queryClient.invalidateQueries()
}

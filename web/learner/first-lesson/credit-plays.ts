import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { sessionStore } from '../../ui/session/session-store.ts'
import { applyResult } from '../lesson/apply-result.ts'
import { claimPlay, readPlays, removePlay, type StoredPlay } from './stored-plays.ts'

/**
 * Completes the lessons that were played on this device before the sign-in, and returns the XP that they brought. A
 * play stays stored until the service has answered, and its key makes repeated requests count once.
 */
export async function creditPlays(): Promise<number> {
  const session = sessionStore.get()
  if (session.status !== 'in') return 0
  const { id } = session.user
  let xp = 0
  for (const play of readPlays().filter(({ userId }) => userId === undefined || userId === id)) {
    claimPlay(play, id)
    try {
      xp += await completeLesson(play)
      removePlay(play)
    } catch (fault) {
      // The lesson is gone or not open to this user; a request that failed otherwise is sent again later.
      if (fault instanceof LyceumError && [400, 403, 404, 409, 422].includes(fault.status)) removePlay(play)
      else break
    }
  }
  return xp
}

async function completeLesson(play: StoredPlay): Promise<number> {
  const path = { lessonId: play.lessonId }
  for (const body of play.answers) {
    // A lost answer only changes the statistics.
    await lyceum.call('POST /user-lessons/{lessonId}/answers', { path, body }).catch(() => undefined)
  }
  const { timeSpentSeconds, score, idempotencyKey } = play
  const { data } = await lyceum.call('POST /user-lessons/{lessonId}/complete', {
    path,
    body: { timeSpentSeconds, ...(score === undefined ? {} : { score }) },
    idempotencyKey,
  })
  applyResult(data)
  return data.xpEarned
}

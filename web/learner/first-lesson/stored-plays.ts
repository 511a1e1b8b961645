import { newKey } from '../../../packages/client/src/attempt.ts'
import type { PlayedLesson } from '../../ui/player/lesson-player.tsx'

/** A lesson that was played on this device without an account. */
export interface StoredPlay {
  lessonId: string
  /** Sent with the completion, so that repeated attempts count once. */
  idempotencyKey: string
  answers: { questionId: string; selectedOption: number }[]
  timeSpentSeconds: number
  score?: number
  /** The first user to whom it was credited. It is not credited to another one. */
  userId?: string
}

const STORED = 'lyceum.firstLessons'
const MAX_STORED = 8

export function readPlays(): StoredPlay[] {
  try {
    const plays: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(plays) ? plays : []
  } catch {
    return []
  }
}

function writePlays(plays: StoredPlay[]): void {
  if (plays.length === 0) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, JSON.stringify(plays.slice(-MAX_STORED)))
}

/** Stores a finished lesson until its player has an account. The first play of a lesson stays. */
export function storePlay(
  lessonId: string,
  { timeSpentSeconds, score }: PlayedLesson,
  answers: StoredPlay['answers'],
): void {
  const plays = readPlays()
  if (plays.some((play) => play.lessonId === lessonId && !play.userId)) return
  const percentage = score && { score: Math.round((100 * score.right) / score.total) }
  const play = { lessonId, idempotencyKey: newKey(), answers, timeSpentSeconds, ...percentage }
  writePlays([...plays, play])
}

export function claimPlay({ idempotencyKey }: StoredPlay, userId: string): void {
  writePlays(readPlays().map((play) => (play.idempotencyKey === idempotencyKey ? { ...play, userId } : play)))
}

export function removePlay({ idempotencyKey }: StoredPlay): void {
  writePlays(readPlays().filter((play) => play.idempotencyKey !== idempotencyKey))
}

const CORRECT_POINTS = 500
const SPEED_POINTS = 500

/** 500 points for a correct answer, and up to 500 for speed. */
export function pointsFor(isCorrect: boolean, elapsedMs: number, limitMs: number): number {
  if (!isCorrect) return 0
  const leftMs = Math.min(limitMs, Math.max(0, limitMs - elapsedMs))
  return CORRECT_POINTS + Math.floor((SPEED_POINTS * leftMs) / limitMs)
}

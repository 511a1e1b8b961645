const RIGHT_POINTS = 500
const SPEED_POINTS = 500

/** Half for being right, the other half for being quick about it. */
export function pointsFor(isCorrect: boolean, elapsedMs: number, limitMs: number): number {
  if (!isCorrect) return 0
  const share = Math.min(1, Math.max(0, elapsedMs / limitMs))
  return RIGHT_POINTS + Math.floor(SPEED_POINTS * (1 - share))
}

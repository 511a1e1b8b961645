const RIGHT_POINTS = 500
const SPEED_POINTS = 500

/** Half for being right, the other half for being quick about it. In whole numbers, so that nothing is rounded twice. */
export function pointsFor(isCorrect: boolean, elapsedMs: number, limitMs: number): number {
  if (!isCorrect) return 0
  const leftMs = Math.min(limitMs, Math.max(0, limitMs - elapsedMs))
  return RIGHT_POINTS + Math.floor((SPEED_POINTS * leftMs) / limitMs)
}

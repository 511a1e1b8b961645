/** Level n begins at 100 × (n − 1)² XP, as the service counts. */
export function levelProgress(totalXP: number, level: number): { percentage: number; missing: number } {
  const [from, to] = [100 * (level - 1) ** 2, 100 * level ** 2]
  return { percentage: (100 * (totalXP - from)) / (to - from), missing: Math.max(0, to - totalXP) }
}

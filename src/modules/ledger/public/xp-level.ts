/** The first level is 1; each next one needs more than the one before: 100, 400, 900, 1,600 XP in all. */
export function levelForXp(totalXP: number): number {
  let root = Math.floor(Math.sqrt(totalXP / 100))
  // The root of a large number is rounded, and may be rounded up to a level that is not reached yet.
  while (100 * root * root > totalXP) root--
  return root + 1
}

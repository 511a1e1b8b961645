/** Levels start at 1. Levels 2, 3, 4 and 5 need 100, 400, 900 and 1,600 XP in total. */
export function levelForXp(totalXP: number): number {
  let root = Math.floor(Math.sqrt(totalXP / 100))
  // The square root of a large number may be rounded up to a level that is not reached yet.
  while (100 * root * root > totalXP) root--
  return root + 1
}

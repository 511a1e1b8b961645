/** How many of the newest rows some lists look at. The service has the same numbers (`test/web/console-limits.test.ts`). */
export const SEARCHED_TRANSFERS = 20_000
export const SEARCHED_ACTIVITIES = 50_000
export const SEARCHED_SIGN_UPS = 5_000
export const SEARCHED_BATTLES = 20_000
/** A search needs as many characters. */
export const SHORTEST_SEARCH = 3

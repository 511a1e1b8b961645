import { DAY_MS } from '../../../platform/clock.ts'

/** The gas of one mint with some reserve (contracts/README.md). */
export const MINT_GAS = 250_000n

export function startOfNextDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS + 1) * DAY_MS)
}

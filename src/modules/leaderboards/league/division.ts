import { assert } from '../../../platform/errors.ts'

/** From the lowest to the highest. The database stores the position, starting with 1, so the order of these keys never changes. */
export const DIVISIONS = ['BRONZE', 'SILVER', 'GOLD', 'PEARL', 'MARBLE', 'OLIVE', 'LAUREL'] as const
export type Division = (typeof DIVISIONS)[number]

export const GROUP_SIZE = 30

const MAX_RISING = 7
const MAX_FALLING = 5
/** One of so many learners rises, so a group of three is too small. */
const LEARNERS_PER_RISE = 4
const LEARNERS_PER_FALL = 6

export const OUTCOMES = ['ROSE', 'STAYED', 'FELL'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Zones {
  /** How many learners from the top rise. */
  rising: number
  /** How many learners from the bottom fall. */
  falling: number
}

/** `size` is the number of learners with a rank. `division` starts with 1. */
export function zonesOf(size: number, division: number): Zones {
  return {
    rising: division === DIVISIONS.length ? 0 : Math.min(MAX_RISING, Math.floor(size / LEARNERS_PER_RISE)),
    falling: division === 1 ? 0 : Math.min(MAX_FALLING, Math.floor(size / LEARNERS_PER_FALL)),
  }
}

export function outcomeOf(rank: number, size: number, { rising, falling }: Zones): Outcome {
  if (rank <= rising) return 'ROSE'
  return rank > size - falling ? 'FELL' : 'STAYED'
}

/** The division of learners who rose to it. */
export function higherDivisionKey(division: number): Exclude<Division, 'BRONZE'> {
  const key = divisionKey(division)
  assert(key !== 'BRONZE', 'nobody rises to the lowest division')
  return key
}

export function divisionAfter(division: number, outcome: Outcome): number {
  return division + (outcome === 'ROSE' ? 1 : outcome === 'FELL' ? -1 : 0)
}

export function divisionKey(division: number): Division {
  return DIVISIONS[division - 1]!
}

/** Into tokens, or out of them. */
export const DIRECTIONS = ['ON_RAMP', 'OFF_RAMP'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Into tokens, or out of them. */
export const PAYMENT_DIRECTIONS = ['ON_RAMP', 'OFF_RAMP'] as const
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number]

import { generateSync } from 'otplib'
import { nowMs } from '../../../src/platform/clock.ts'

const STEP_SECONDS = 30

/** What the app on the phone shows; `stepsAway` is the clock of the phone being late or early. */
export function totpOf(secret: string, stepsAway = 0): string {
  return generateSync({ secret, epoch: Math.floor(nowMs() / 1000) + stepsAway * STEP_SECONDS })
}

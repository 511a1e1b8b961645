import { generateSync } from 'otplib'
import { nowMs } from '../../../src/platform/clock.ts'

const STEP_SECONDS = 30

/** The code of the authenticator app; `stepsAway` shifts the clock of the phone. */
export function totpOf(secret: string, stepsAway = 0): string {
  return generateSync({ secret, epoch: Math.floor(nowMs() / 1000) + stepsAway * STEP_SECONDS })
}

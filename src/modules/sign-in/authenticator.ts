import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'

/** Accepts the previous and the next time step, because the clock of a phone may be inaccurate. */
const TOLERANCE_SECONDS = 30

export interface AuthenticatorSetup {
  secret: string
  otpauthUrl: string
  qrSvg: string
}

/** The app of the user shows the name of the site and the label. */
export function createAuthenticator(siteName: string, label: string): AuthenticatorSetup {
  const secret = generateSecret()
  const otpauthUrl = generateURI({ issuer: siteName, label, secret })
  return { secret, otpauthUrl, qrSvg: renderSVG(otpauthUrl) }
}

/** Returns the time step of the code, or undefined if the code is wrong. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000)
  const outcome = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS })
  return outcome.valid ? (outcome as { timeStep: number }).timeStep : undefined
}

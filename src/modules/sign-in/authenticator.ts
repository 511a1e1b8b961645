import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'

const ISSUER = 'Lyceum'
/** A phone's clock may be a little off: the step before and the step after count too. */
const TOLERANCE_SECONDS = 30

export interface AuthenticatorSetup {
  secret: string
  otpauthUrl: string
  qrSvg: string
}

export function createAuthenticator(label: string): AuthenticatorSetup {
  const secret = generateSecret()
  const otpauthUrl = generateURI({ issuer: ISSUER, label, secret })
  return { secret, otpauthUrl, qrSvg: renderSVG(otpauthUrl) }
}

/** The time step that the code belongs to, or undefined when it is wrong. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000)
  const outcome = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS })
  return outcome.valid ? (outcome as { timeStep: number }).timeStep : undefined
}

import type { SessionDeps } from '../sessions/public/session-deps.ts'
import type { VerifyIdToken } from './verify-id-token.ts'

export interface SignInDeps extends SessionDeps {
  verifyIdToken: VerifyIdToken
}

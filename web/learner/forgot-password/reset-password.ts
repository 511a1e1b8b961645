import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'

interface NewPassword {
  email: string
  otpCode: string
  newPassword: string
}

/**
 * Sets a new password, which ends every session, and signs in with it. Returns false if the account has a second
 * factor: the sign-in form asks for it.
 */
export async function resetPassword({ email, otpCode, newPassword }: NewPassword): Promise<boolean> {
  await lyceum.call('POST /auth/reset-password', { body: { email, otpCode, newPassword } })
  try {
    await lyceum.call('POST /auth/login', { body: { email, password: newPassword } })
    return true
  } catch (fault) {
    if (fault instanceof LyceumError && fault.code === 'TWO_FACTOR_REQUIRED') return false
    throw fault
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Submit, useSubmit } from '../../ui/api/use-submit.ts'
import { openNext } from './open-next.ts'

const FIELD_OF = { TWO_FACTOR_INVALID: 'totpCode', CODE_INVALID: 'otpCode', CODE_EXPIRED: 'otpCode' }

interface Attempt extends Submit {
  goOn: () => Promise<void>
}

/** `run` sends a sign-in request and stores its errors; `goOn` opens the next page. */
export function useSignIn(): Attempt {
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const submit = useSubmit(FIELD_OF)
  return {
    ...submit,
    // The form shows the field for the second factor; the message of the service is for programs.
    error: submit.code === 'TWO_FACTOR_REQUIRED' ? undefined : submit.error,
    goOn: () => openNext(navigate, next),
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Submit, useSubmit } from '../../ui/api/use-submit.ts'

interface Attempt extends Submit {
  goOn: () => Promise<void>
}

/** `run` sends a sign-in request and stores its errors; `goOn` opens the next page. */
export function useSignIn(): Attempt {
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  return {
    ...useSubmit(),
    goOn: async () => {
      // The studio and the console are applications of their own.
      if (/^\/(studio|console)(?:\/|$)/.test(next ?? '')) location.assign(next!)
      else await navigate({ to: next ?? '/', replace: true })
    },
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum.ts'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { useScreenText } from '../use-text.ts'

interface Attempt {
  isPending: boolean
  /** The error of the whole form. */
  error: string | undefined
  /** The code of the refusal, by which a form decides what to ask for next. */
  code: string | undefined
  errorOf: (field: string) => string | undefined
  run: (work: () => Promise<unknown>) => Promise<boolean>
  goOn: () => Promise<void>
}

/** `run` sends a sign-in request and stores its errors; `goOn` opens the next page. */
export function useSignIn(): Attempt {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const details = fault instanceof LyceumError ? fault.details : []
  const { kind, message } = describeFault(fault)
  return {
    isPending,
    error:
      fault === undefined || details.length > 0
        ? undefined
        : kind === 'offline'
          ? t('error.offlineText')
          : (message ?? t('error.text')),
    code: fault instanceof LyceumError ? fault.code : undefined,
    errorOf: (field) => details.find((detail) => detail.field === field)?.message,
    run: async (work) => {
      setPending(true)
      try {
        await work()
        setFault(undefined)
        return true
      } catch (found) {
        setFault(found)
        return false
      } finally {
        setPending(false)
      }
    },
    goOn: async () => {
      // The studio and the console are applications of their own.
      if (/^\/(studio|console)(?:\/|$)/.test(next ?? '')) location.assign(next!)
      else await navigate({ to: next ?? '/', replace: true })
    },
  }
}

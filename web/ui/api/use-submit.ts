import { useState } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { useUiText } from '../i18n/use-text.ts'
import { describeFault, faultText } from './describe-fault.ts'

export interface Submit {
  isPending: boolean
  /** The error of the whole form; undefined if it belongs to a field of the form. */
  error: string | undefined
  /** The code of the last refusal. */
  code: string | undefined
  /** Other fields of the last refusal, such as `remainingAttempts`. */
  extra: Readonly<Record<string, unknown>>
  errorOf: (field: string) => string | undefined
  /** Returns whether the request succeeded. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
}

/**
 * The state of a form that sends requests. The server names the fields of a validation error; `fieldOf` names the
 * field of other refusals by their code.
 */
export function useSubmit(fieldOf: Readonly<Record<string, string>> = {}): Submit {
  const { t } = useUiText()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<unknown>()
  /** The fields of the form, which show their errors themselves. */
  const [fields] = useState(() => new Set<string>())
  const { message } = describeFault(fault)
  const code = fault instanceof LyceumError ? fault.code : undefined
  const named = code === undefined ? undefined : fieldOf[code]
  const details =
    named !== undefined && message !== undefined
      ? [{ field: named, message }]
      : fault instanceof LyceumError
        ? fault.details
        : []
  // The form may have no field for what the service refuses; then the form itself says it.
  const isOfField = named !== undefined || details.some(({ field }) => fields.has(field))
  return {
    isPending,
    error: fault === undefined || isOfField ? undefined : faultText(fault, t),
    code,
    extra: fault instanceof LyceumError ? fault.extra : {},
    errorOf: (field) => {
      fields.add(field)
      return details.find((detail) => detail.field === field)?.message
    },
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
  }
}

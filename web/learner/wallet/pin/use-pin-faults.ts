import type { Submit } from '../../../ui/api/use-submit.ts'
import { useScreenText } from '../../use-text.ts'

interface PinFaults {
  /** The error of the PIN that was compared. */
  pin: string | undefined
  /** The error of the whole form. */
  form: string | undefined
}

/** The refusals of a PIN in words: the remaining attempts after a wrong one, and how long a lock lasts. */
export function usePinFaults({ code, extra, error }: Submit): PinFaults {
  const { t, date } = useScreenText()
  if (code === 'PIN_INVALID')
    return { pin: t('pin.wrong', { count: Number(extra.remainingAttempts ?? 0) }), form: undefined }
  if (code === 'PIN_NOT_SET') return { pin: t('pin.notSet'), form: undefined }
  if (code === 'PIN_LOCKED') {
    const { lockedUntil } = extra
    const isTemporary = typeof lockedUntil === 'string'
    return {
      pin: undefined,
      form: isTemporary
        ? t('pin.lockedUntil', { time: date(new Date(lockedUntil), { timeStyle: 'short' }) })
        : t('pin.locked'),
    }
  }
  return { pin: undefined, form: error }
}

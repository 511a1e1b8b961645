/** Chrome names this zone if it cannot find that of the device. */
const UNKNOWN_ZONE = 'Etc/Unknown'

interface Details {
  language: string
  timeZone?: string
  referralCode?: string
}

/**
 * What a new account gets from the device and from the link of a friend. The form has no fields for it, so a value that the service would
 * refuse is left out.
 */
export function registrationDetails(language: string, ref: string | undefined): Details {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const referralCode = ref?.trim().replace(/[^A-Za-z0-9-]+$/, '')
  return {
    language,
    ...(/^[A-Za-z]/.test(timeZone ?? '') && timeZone !== UNKNOWN_ZONE ? { timeZone } : {}),
    ...(referralCode && /^[A-Za-z0-9-]{1,32}$/.test(referralCode) ? { referralCode } : {}),
  }
}

import { addMs, DAY_MS } from '../../platform/clock.ts'

/** The name on all certificates of a user. */
export interface CertificateName {
  studentName: string
  boundAt: Date
  /** The last change by the user; null before the first one. */
  changedAt: Date | null
}

const CHANGE_PAUSE_MS = 90 * DAY_MS

/** The time of the next allowed change; null if the name can be changed now. */
export function nextChangeAt({ changedAt }: CertificateName, now: Date): Date | null {
  const next = changedAt && addMs(changedAt, CHANGE_PAUSE_MS)
  return next && next > now ? next : null
}

import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { PushOutcome } from '../../../platform/push/push.ts'
import type { Recipient } from '../../accounts/public/recipients.ts'
import type { DeviceId } from '../devices/device.ts'
import type { NotificationId, NotificationType } from '../notification.ts'
import type { QuietHours } from '../preferences/preference.ts'
import { quietUntil } from '../preferences/quiet-hours.ts'

export type DeliveryId = Id<'Delivery'>

/** Something that is owed to one device or mailbox, and is due. */
export interface DueDelivery {
  id: DeliveryId
  channel: 'PUSH' | 'EMAIL'
  attempts: number
  unanswered: number
  expiresAt: Date
  notificationId: NotificationId
  userId: UserId
  type: NotificationType
  title: string
  body: string
  link: string
  language: string
  /** Null for mail; and when the device is gone, or belongs to somebody else by now. */
  device: { id: DeviceId; kind: 'FCM' | 'WEB_PUSH'; token: string } | null
}

/** What becomes of it now. */
export interface DeliveryDecision {
  action: 'push' | 'mail' | 'nothing'
  state: 'PENDING' | 'SENT' | 'LOGGED' | 'DEAD'
  tries: 0 | 1
  nextAt: Date
  fault: string | null
}

/** Longer than a try can take: when it is over and nobody has said how the try ended, its process is dead. */
const LEASE_MS = 2 * MINUTE_MS
const MAX_ATTEMPTS = 12
const INITIAL_BACKOFF_MS = 30 * SECOND_MS
const MAX_BACKOFF_MS = HOUR_MS

/**
 * A process that dies between sending and writing it down leaves a try of which nobody knows the end. Such a try is
 * made once more, which may be a duplicate; were its process to die again, it would be left at that.
 */
const MAX_UNCONFIRMED_ATTEMPTS = 2

export function decideDelivery(
  due: DueDelivery,
  recipient: Recipient | undefined,
  quietHours: QuietHours | null,
  now: Date,
): DeliveryDecision {
  const dead = (fault: string): DeliveryDecision => ({
    action: 'nothing',
    state: 'DEAD',
    tries: 0,
    nextAt: now,
    fault,
  })
  if (!recipient) return dead('the account is gone')
  if (due.expiresAt <= now) return dead('it is too late')
  if (due.unanswered >= MAX_UNCONFIRMED_ATTEMPTS) return dead('two tries ended without an answer')

  const delayedUntil = quietHours && quietUntil(quietHours, recipient.timeZone, now)
  if (delayedUntil && delayedUntil >= due.expiresAt) return dead('it would be too late after the quiet hours')
  if (delayedUntil)
    return { action: 'nothing', state: 'PENDING', tries: 0, nextAt: delayedUntil, fault: null }

  if (due.channel === 'EMAIL') {
    if (!recipient.email) return dead('there is no proved address')
    return { action: 'mail', state: 'SENT', tries: 1, nextAt: now, fault: null }
  }
  if (!due.device) return dead('the device is gone')
  return { action: 'push', state: 'PENDING', tries: 1, nextAt: addMs(now, LEASE_MS), fault: null }
}

/** What becomes of a push that was tried, `attempts` counting this try. */
export function stateAfterAttempt(
  outcome: PushOutcome,
  attempts: number,
  now: Date,
): Pick<DeliveryDecision, 'state' | 'nextAt' | 'fault'> {
  if (outcome.kind === 'sent') return { state: 'SENT', nextAt: now, fault: null }
  if (outcome.kind === 'logged') return { state: 'LOGGED', nextAt: now, fault: null }
  const { error: fault } = outcome
  if (outcome.kind !== 'retry' || attempts >= MAX_ATTEMPTS) return { state: 'DEAD', nextAt: now, fault }
  const backoffMs = Math.min(INITIAL_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS)
  return { state: 'PENDING', nextAt: addMs(now, Math.max(backoffMs, outcome.retryAfterMs ?? 0)), fault }
}

import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { PushOutcome } from '../../../platform/push/push.ts'
import type { Recipient } from '../../accounts/public/recipients.ts'
import type { DeviceId } from '../devices/device.ts'
import type { InboxEntry, NotificationId } from '../notification.ts'
import type { QuietHours } from '../preferences/preference.ts'
import { quietUntil } from '../preferences/quiet-hours.ts'

export type DeliveryId = Id<'Delivery'>

/** A due delivery to one device or mailbox. */
export interface DueDelivery extends Pick<InboxEntry, 'type' | 'title' | 'body' | 'link'> {
  id: DeliveryId
  channel: 'PUSH' | 'EMAIL'
  attempts: number
  unconfirmedAttempts: number
  expiresAt: Date
  notificationId: NotificationId
  userId: UserId
  language: string
  /** Staff stopped the message. */
  isWithdrawn: boolean
  /** Null for e-mail, and if the device was deleted or belongs to another user. */
  device: { id: DeviceId; kind: 'FCM' | 'WEB_PUSH'; token: string } | null
}

export interface DeliveryDecision {
  action: 'push' | 'mail' | 'nothing'
  state: 'PENDING' | 'SENT' | 'LOGGED' | 'DEAD'
  newAttempts: 0 | 1
  nextAttemptAt: Date
  error: string | null
}

/** Longer than an attempt takes: a push without an outcome after this time belongs to a dead process. */
const LEASE_MS = 2 * MINUTE_MS
const MAX_ATTEMPTS = 12
const INITIAL_BACKOFF_MS = 30 * SECOND_MS
const MAX_BACKOFF_MS = HOUR_MS

/**
 * A process that dies between sending and storing the outcome leaves an unconfirmed attempt. It is repeated once, which may
 * send a duplicate.
 */
const MAX_UNCONFIRMED_ATTEMPTS = 2

export function decideDelivery(
  due: DueDelivery,
  recipient: Recipient | undefined,
  quietHours: QuietHours | null,
  now: Date,
): DeliveryDecision {
  const dead = (error: string): DeliveryDecision => ({
    action: 'nothing',
    state: 'DEAD',
    newAttempts: 0,
    nextAttemptAt: now,
    error,
  })
  if (!recipient) return dead('the account was deleted')
  if (due.isWithdrawn) return dead('the message was stopped')
  if (due.expiresAt <= now) return dead('expired')
  if (due.unconfirmedAttempts >= MAX_UNCONFIRMED_ATTEMPTS) return dead('two attempts have no outcome')

  const delayedUntil = quietHours && quietUntil(quietHours, recipient.timeZone, now)
  if (delayedUntil && delayedUntil >= due.expiresAt) return dead('expires during the quiet hours')
  if (delayedUntil)
    return { action: 'nothing', state: 'PENDING', newAttempts: 0, nextAttemptAt: delayedUntil, error: null }

  if (due.channel === 'EMAIL') {
    if (!recipient.email) return dead('no verified address')
    return { action: 'mail', state: 'SENT', newAttempts: 1, nextAttemptAt: now, error: null }
  }
  if (!due.device) return dead('the device was deleted')
  return {
    action: 'push',
    state: 'PENDING',
    newAttempts: 1,
    nextAttemptAt: addMs(now, LEASE_MS),
    error: null,
  }
}

/** Returns the state after a push; `attempts` includes it. */
export function stateAfterAttempt(
  outcome: PushOutcome,
  attempts: number,
  now: Date,
): Pick<DeliveryDecision, 'state' | 'nextAttemptAt' | 'error'> {
  if (outcome.kind === 'sent') return { state: 'SENT', nextAttemptAt: now, error: null }
  if (outcome.kind === 'logged') return { state: 'LOGGED', nextAttemptAt: now, error: null }
  const { error } = outcome
  if (outcome.kind !== 'retry' || attempts >= MAX_ATTEMPTS)
    return { state: 'DEAD', nextAttemptAt: now, error }
  const backoffMs = Math.min(INITIAL_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS)
  return {
    state: 'PENDING',
    nextAttemptAt: addMs(now, Math.max(backoffMs, outcome.retryAfterMs ?? 0)),
    error,
  }
}

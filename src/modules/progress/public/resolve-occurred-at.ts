import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { errors } from '../errors.ts'

/** How long a device may keep an activity before it sends it. */
export const MAX_DELAY_MS = 48 * HOUR_MS
/** How far the clock of a device may differ from the clock of the service. */
export const CLOCK_SKEW_MS = MINUTE_MS

export const OccurredAtSchema = TimestampSchema.optional().openapi({
  example: '2026-11-02T08:00:00.000Z',
  description:
    'When the learner did it, if the device was offline: at most 48 hours ago, not before the enrollment. By default now.',
})

export const OCCURRED_AT_REFUSALS = [
  errors.occurred_in_future,
  errors.occurred_too_long_ago,
  errors.occurred_before_enrollment,
]

export function readOccurredAt({ occurredAt }: { occurredAt?: string | undefined }): Date | undefined {
  return occurredAt === undefined ? undefined : new Date(occurredAt)
}

/**
 * Returns the time at which an activity happened. An account is older than its enrollments, so the enrollment is the only
 * lower limit besides the delay; a review has none. A time within the clock skew is moved to the nearest allowed time.
 */
export function resolveOccurredAt(
  occurredAt: Date | undefined,
  { now, enrolledAt = new Date(0) }: { now: Date; enrolledAt?: Date },
): Date {
  if (!occurredAt) return now
  const delayMs = now.getTime() - occurredAt.getTime()
  if (delayMs < -CLOCK_SKEW_MS) throw errors.occurred_in_future()
  if (delayMs > MAX_DELAY_MS) throw errors.occurred_too_long_ago()
  if (enrolledAt.getTime() - occurredAt.getTime() > CLOCK_SKEW_MS) throw errors.occurred_before_enrollment()
  return new Date(Math.min(Math.max(occurredAt.getTime(), enrolledAt.getTime()), now.getTime()))
}

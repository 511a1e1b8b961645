import { commonErrors, type FieldError } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

const nothing = z.object({})

/** The actions of a tap and their payloads. */
const PAYLOADS = {
  NAVIGATE_CONTEST: z.object({ contestId: z.uuid() }),
  NAVIGATE_COURSE: z.object({ courseId: z.uuid() }),
  NAVIGATE_PATH: z.object({ learningPathId: z.uuid() }),
  OPEN_SUBSCRIPTION_MODAL: nothing,
  OPEN_URL: z.object({
    url: z.url({ protocol: /^https$/, error: 'must be an https URL' }).max(2_000),
  }),
  OPEN_REFERRAL: nothing,
  NONE: nothing,
} as const

export type CtaAction = keyof typeof PAYLOADS
export const CTA_ACTIONS = Object.keys(PAYLOADS) as [CtaAction, ...CtaAction[]]

export type CtaPayload = Record<string, unknown>

/** Returns the payload with only the fields of the action; throws `validation_failed` if one is missing. */
export function validateCtaPayload(action: CtaAction, payload: CtaPayload): CtaPayload {
  const outcome = PAYLOADS[action].safeParse(payload)
  if (outcome.success) return outcome.data
  const details: FieldError[] = outcome.error.issues.map(({ path, message }) => ({
    field: ['ctaPayload', ...path].join('.'),
    message: payload[String(path[0])] === undefined ? `is required by ${action}` : message,
  }))
  throw commonErrors.validation_failed({ details })
}

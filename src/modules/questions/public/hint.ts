import { commonErrors } from '../../../platform/errors.ts'
import { z } from '../../../platform/zod.ts'
import type { StoredQuestion } from './stored-question.ts'

export const HintSchema = z.object({ hint: z.string(), hintHtml: z.string() }).openapi('Hint')
export type Hint = z.output<typeof HintSchema>
export const HINT_EXAMPLE: Hint = {
  hint: 'Think of a fingerprint.',
  hintHtml: '<p>Think of a fingerprint.</p>',
}

/** Throws `VALIDATION_FAILED` for the given field of the request if there is no question or it has no hint. */
export function requireHint(question: StoredQuestion | null, field: string): Hint {
  if (!question?.hint) throw commonErrors.validation_failed({ details: [{ field, message: 'has no hint' }] })
  return { hint: question.hint, hintHtml: question.html.hint! }
}

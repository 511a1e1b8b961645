import { z } from '../../../platform/zod.ts'
import { refuseField } from './answer-request.ts'
import type { StoredQuestion } from './stored-question.ts'

export const HintSchema = z.object({ hint: z.string(), hintHtml: z.string() }).openapi('Hint')
export type Hint = z.output<typeof HintSchema>
export const HINT_EXAMPLE: Hint = {
  hint: 'Think of a fingerprint.',
  hintHtml: '<p>Think of a fingerprint.</p>',
}

/** Throws `VALIDATION_FAILED` for the given field of the request if there is no question or it has no hint. */
export function requireHint(question: StoredQuestion | null, field: string): Hint {
  if (!question?.hint) throw refuseField(field, 'has no hint')
  return { hint: question.hint, hintHtml: question.html.hint! }
}

import { z } from '@hono/zod-openapi'

const MIN_LENGTH = 2
const MAX_LENGTH = 80

/** Letters, marks, digits, punctuation, symbols and spaces; joiners, which emoji and some scripts are written with. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200c\u200d]+$/u
/** Letters and symbols that nobody sees. Variation selectors and joiners change what stands beside them. */
const INVISIBLE = /\u034f|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}]/u
/** No language stacks more; what does is meant to run over its neighbours. */
const STACK = /\p{M}{5}/u

/** A name as it is printed: one form of every character, one space between words. */
export function normalizeName(given: string): string {
  return given
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ')
}

export function findNameError(name: string): string | undefined {
  const length = [...name].length
  if (length < MIN_LENGTH || length > MAX_LENGTH) return `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`
  if (!PRINTABLE.test(name) || INVISIBLE.test(name)) return 'must have printable characters only'
  if (STACK.test(name)) return 'has too many marks on one letter'
  return undefined
}

export const StudentNameSchema = z
  .string()
  // Before anything is done with it: a name has no such length, whatever becomes of it.
  .max(1_000)
  .transform(normalizeName)
  .superRefine((name, context) => {
    const error = findNameError(name)
    if (error) context.addIssue(error)
  })
  .openapi({
    type: 'string',
    minLength: MIN_LENGTH,
    maxLength: MAX_LENGTH,
    description: 'As it is to stand on the certificate, which is public. Printable characters.',
    example: 'Amina Otieno',
  })

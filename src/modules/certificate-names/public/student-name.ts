import { findUndrawable } from '../../../platform/fonts/find-undrawable.ts'
import { z } from '../../../platform/zod.ts'
import { errors } from '../errors.ts'

const MIN_LENGTH = 2
const MAX_LENGTH = 80

/** Letters, marks, digits, punctuation, symbols, spaces, and the joiners of emoji and some scripts. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200c\u200d]+$/u
/** Invisible letters and symbols. Variation selectors and joiners are allowed: they change the character beside them. */
const INVISIBLE = /\u034f|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}]/u
/** No language stacks five marks; such a text is made to overlap its surroundings. */
const STACK = /\p{M}{5}/u

/** Normalizes to NFC, with single spaces and without surrounding spaces. */
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

/** Throws `CERTIFICATE_NAME_NOT_PRINTABLE` if no font has a character of the name. */
export async function requirePrintableName(name: string): Promise<void> {
  const characters = await findUndrawable(name)
  if (characters.length > 0) throw errors.certificate_name_not_printable({ extra: { characters } })
}

export const StudentNameSchema = z
  .string()
  // Limits the work of `normalizeName`.
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
    description: 'The name to print on the certificate, which is public. Printable characters only.',
    example: 'Amina Otieno',
  })

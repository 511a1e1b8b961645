import type { z } from 'zod'
import { commonErrors, type FieldError } from '../errors.ts'
import { IdParam } from './schemas.ts'
import { isStorableText } from './untrusted-json.ts'

const MAX_ERRORS_SHOWN = 50

/**
 * Creates the function that parses the parameters of an endpoint's path. A malformed id on a path is the same as an unknown
 * id: 404. Most paths have ids only, and these are tested by the pattern of an id, without an object of the schema library.
 */
export function createPathParser(
  schema: z.ZodObject | undefined,
): (params: () => Record<string, string>) => unknown {
  if (!schema) return () => undefined
  const names = Object.keys(schema.shape)
  const pattern = IdParam._zod.pattern
  if (names.every((name) => schema.shape[name] === IdParam))
    return (params) => {
      const given = params()
      for (const name of names) if (!pattern.test(given[name] ?? '')) throw commonErrors.not_found()
      return given
    }
  return (params) => {
    const given = params()
    const outcome = Object.values(given).every(isStorableText) ? schema.safeParse(given) : undefined
    if (!outcome?.success) throw commonErrors.not_found()
    return outcome.data
  }
}

export function parseQuery(schema: z.ZodType | undefined, query: () => Record<string, string>): unknown {
  if (!schema) return undefined
  const given = query()
  for (const [name, value] of Object.entries(given)) {
    if (isStorableText(value) && isStorableText(name)) continue
    throw commonErrors.validation_failed({
      details: [{ field: name.replaceAll('\0', ''), message: 'holds a NUL or half of a surrogate pair' }],
    })
  }
  const outcome = schema.safeParse(given, ERROR_MESSAGES)
  if (outcome.success) return outcome.data
  throw invalid(outcome.error.issues.flatMap(toParameterErrors))
}

const NO_HEADERS: Record<string, string> = {}

/** The declared headers of an endpoint, by lower-case name. */
export function parseHeaders(schema: z.ZodObject | undefined, headers: Headers): Record<string, string> {
  if (!schema) return NO_HEADERS
  const given = Object.keys(schema.shape).map((name) => [name, headers.get(name) ?? undefined])
  return parseBody(schema, Object.fromEntries(given)) as Record<string, string>
}

export function parseBody(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const outcome = schema.safeParse(value, ERROR_MESSAGES)
  if (outcome.success) return outcome.data
  throw invalid(outcome.error.issues.map(toFieldError))
}

function invalid(details: FieldError[]) {
  return commonErrors.validation_failed({ details: details.slice(0, MAX_ERRORS_SHOWN) })
}

/** One error for each unknown parameter, where an endpoint refuses them. */
function toParameterErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [toFieldError(issue)]
  return issue.keys.map((field) => ({ field, message: 'is not a parameter of this endpoint' }))
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { field: issue.path.join('.') || '(body)', message: issue.message }
}

/** Default messages for the caller; a message of the schema itself comes first. */
export const ERROR_MESSAGES = { error: describeIssue }

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}
const FORMATS: Record<string, string> = {
  email: 'an e-mail address',
  uuid: 'an id, which is a UUID',
  url: 'a URL',
  date: 'a day such as 2026-11-02',
  datetime: 'a time such as 2026-11-02T08:00:00.000Z',
}
const INVALID = 'is not valid'
/** The unit that the bounds of a text or a list count. */
const COUNTED: Record<string, string> = { string: 'character', array: 'item' }

function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return describeBound(issue.origin, issue.exact ? 'exactly' : 'at least', issue.minimum, issue.inclusive)
    case 'too_big':
      return describeBound(issue.origin, issue.exact ? 'exactly' : 'at most', issue.maximum, issue.inclusive)
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'does not have the right form'
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap(([first]) => first?.message ?? []))].join(', or ') || INVALID
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `has fields that are not taken: ${issue.keys.join(', ')}`
    default:
      return INVALID
  }
}

function describeBound(origin: string, bound: string, limit: number | bigint, isInclusive = true): string {
  const counted = COUNTED[origin]
  if (counted) return `must have ${bound} ${limit} ${counted}${limit === 1 ? '' : 's'}`
  if (!isInclusive) return `must be ${bound === 'at least' ? 'more' : 'less'} than ${limit}`
  return `must be ${bound} ${limit}`
}

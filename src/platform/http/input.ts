import type { z } from '@hono/zod-openapi'
import { type FieldFault, refusals } from '../errors.ts'
import { isStorableText } from './json.ts'

const FAULTS_SHOWN = 50

/** An id that cannot be one names nothing: on a path that is the same as an unknown id. */
export function parsePath(schema: z.ZodType | undefined, params: () => Record<string, string>): unknown {
  if (!schema) return undefined
  const given = params()
  const outcome = Object.values(given).every(isStorableText) ? schema.safeParse(given) : undefined
  if (!outcome?.success) throw refusals.not_found()
  return outcome.data
}

export function parseQuery(schema: z.ZodType | undefined, query: () => Record<string, string>): unknown {
  if (!schema) return undefined
  const given = query()
  for (const [name, value] of Object.entries(given)) {
    if (isStorableText(value) && isStorableText(name)) continue
    throw refusals.validation_failed({
      details: [{ field: name.replaceAll('\0', ''), message: 'holds a NUL or half of a surrogate pair' }],
    })
  }
  return parseBody(schema, given)
}

export function parseBody(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  throw refusals.validation_failed({ details: outcome.error.issues.slice(0, FAULTS_SHOWN).map(faultOf) })
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  return { field: issue.path.join('.') || '(body)', message: issue.message }
}

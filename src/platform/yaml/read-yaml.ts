import { LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'

/** Records an error of one file. */
export type ReportError = (line: number, message: string) => void

/** Limits YAML alias expansion. */
const MAX_ALIASES = 100

/** Parses YAML that starts at `firstLine` of a file. Reports every error with its line and then returns undefined. */
export function readYaml<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  reportError: ReportError,
  firstLine = 1,
): { value: z.output<Schema>; lineOf: (path: PropertyKey[]) => number } | undefined {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  const lineAt = (offset: number) => firstLine + Math.max(lines.linePos(offset).line, 1) - 1
  if (document.errors.length > 0) {
    for (const error of document.errors) reportError(lineAt(error.pos[0]), error.message)
    return undefined
  }
  const lineOf = (path: PropertyKey[]): number => {
    // A missing field has the line of its parent.
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as Node | undefined
      if (node?.range) return lineAt(node.range[0])
    }
    return document.contents?.range ? lineAt(document.contents.range[0]) : firstLine
  }
  let parsed: unknown
  try {
    parsed = document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    reportError(firstLine, (error as Error).message)
    return undefined
  }
  const outcome = schema.safeParse(parsed)
  if (outcome.success) return { value: outcome.data, lineOf }
  for (const issue of outcome.error.issues) reportIssue(issue, lineOf, reportError)
  return undefined
}

function reportIssue(
  issue: z.core.$ZodIssue,
  lineOf: (path: PropertyKey[]) => number,
  reportError: ReportError,
): void {
  const fieldPath = issue.path.join('.')
  const named = fieldPath ? `${fieldPath}: ` : ''
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys)
      reportError(lineOf([...issue.path, key]), `${named}"${key}" is not a field here`)
    return
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  reportError(lineOf(issue.path), isMissing ? `${fieldPath} is missing` : `${named}${issue.message}`)
}

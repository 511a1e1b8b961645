import { childSpan, currentSpan, type Span } from './tracing.ts'

interface Described {
  name: string
  text: string
}

const MAX_TEXT_LENGTH = 2_000
const described = new WeakMap<TemplateStringsArray, Described>()

/**
 * Starts the span of a statement; undefined if it is not traced. The text has no values: they never leave
 * this process.
 */
export function statementSpan(statement: TemplateStringsArray | string): Span | undefined {
  if (!currentSpan()) return undefined
  const { name, text } = typeof statement === 'string' ? describe(statement) : describeTemplate(statement)
  return childSpan(name, 'client', { 'db.system.name': 'postgresql', 'db.query.text': text })
}

/** The driver has the SQLSTATE in `errno`; its messages may contain values and are left out. */
export function endStatementSpan(span: Span | undefined, error: unknown): void {
  if (!span) return
  const { errno, code } = (error ?? {}) as { errno?: unknown; code?: unknown }
  span.end(String(errno ?? code ?? 'fault'))
}

/** Each statement is one place in the code: its text is built once and cached. */
function describeTemplate(strings: TemplateStringsArray): Described {
  return described.getOrInsertComputed(strings, () =>
    describe(strings.reduce((text, part, index) => `${text}$${index}${part}`)),
  )
}

function describe(text: string): Described {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  const [, verb = 'statement'] = /^(\w+)/.exec(oneLine) ?? []
  const [, table] =
    /\b(?:from|into|update|join) (?!lateral|jsonb_|unnest|only)([a-z_][\w.]*)/i.exec(oneLine) ?? []
  return {
    name: [verb.toLowerCase(), table].filter(Boolean).join(' '),
    text: oneLine.slice(0, MAX_TEXT_LENGTH),
  }
}

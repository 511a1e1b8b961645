import type { RunOutput } from './protocol.ts'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Checks a message from the sandbox, because the code of a learner can send anything. */
export function readOutput(message: unknown): RunOutput | undefined {
  const { type, text, line, isError, columns, rows, isCut } = Object(message) as Record<string, unknown>
  if (type === 'cut') return { type }
  if (type === 'line' && typeof text === 'string') return { type, text, isError: isError === true }
  if (type === 'error' && typeof text === 'string')
    return { type, text, line: typeof line === 'number' ? line : undefined }
  if (type === 'table' && isTexts(columns) && Array.isArray(rows) && rows.every(isTexts))
    return { type, columns, rows, isCut: isCut === true }
  return undefined
}

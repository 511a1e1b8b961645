import type { z } from 'zod'
import { commonErrors } from '../errors.ts'
import type { Connection } from './connection.ts'

/** The frame version; the subprotocol has the same number. */
const VERSION = 1

export interface IncomingFrame<Data> {
  data: Data
  roomId?: string
  now: Date
}

interface FrameDefinition<S extends z.ZodType> {
  type: string
  summary: string
  schema: S
  handle(connection: Connection, incoming: IncomingFrame<z.output<S>>): void | Promise<void>
}

/** A client frame definition with its types erased. */
export type FrameHandler = FrameDefinition<z.ZodType>

/**
 * Defines a client frame with schema and handler, like `endpoint`. A thrown refusal becomes an `error` frame.
 */
export function frame<S extends z.ZodType>(definition: FrameDefinition<S>): FrameHandler {
  return definition as unknown as FrameHandler
}

/** A server frame, for the document. */
export interface OutFrameDefinition {
  type: string
  summary: string
  schema: z.ZodType
}

export interface ReceivedFrame {
  type: string
  data: unknown
  roomId?: string
}

/** Parses the envelope of a client's frame; undefined if it is invalid. */
export function readFrame(text: string): ReceivedFrame | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { v = VERSION, type, data, roomId } = value as Record<string, unknown>
  // A later version may use the same fields with another meaning.
  if (v !== VERSION) return undefined
  if (typeof type !== 'string' || type.length > 64) return undefined
  if (roomId !== undefined && (typeof roomId !== 'string' || roomId.length > 64)) return undefined
  return { type, data: data ?? {}, ...(roomId === undefined ? {} : { roomId }) }
}

export function parseData(handler: FrameHandler, data: unknown): unknown {
  const outcome = handler.schema.safeParse(data)
  if (outcome.success) return outcome.data
  throw commonErrors.validation_failed({
    details: outcome.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}

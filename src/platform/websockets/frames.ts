import type { z } from 'zod'
import type { Connection } from './connection.ts'

/** The frame version; the subprotocol has the same number. */
const VERSION = 1

/**
 * Returned by a handler whose frame is acknowledged later, after its effect is stored. A thrown refusal is still sent
 * as the reply.
 */
export const REPLIES_LATER = Symbol('replies later')

export interface IncomingFrame<Data> {
  data: Data
  roomId?: string
  /** The client's id of the frame: `ack` or `error` with the same id follows. */
  id?: string
  now: Date
}

interface FrameDefinition<S extends z.ZodType> {
  type: string
  summary: string
  schema: S
  /** May return `REPLIES_LATER`, also in the promise. */
  handle(connection: Connection, incoming: IncomingFrame<z.output<S>>): unknown
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
  id?: string
}

const MAX_ID_LENGTH = 64

/** Parses the envelope of a client's frame; undefined if it is invalid. */
export function readFrame(text: string): ReceivedFrame | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { v = VERSION, type, data, roomId, id } = value as Record<string, unknown>
  // A later version may use the same fields with another meaning.
  if (v !== VERSION) return undefined
  if (typeof type !== 'string' || type.length > MAX_ID_LENGTH) return undefined
  if (!isOptionalId(roomId) || !isOptionalId(id)) return undefined
  return { type, data: data ?? {}, roomId, id }
}

function isOptionalId(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value.length <= MAX_ID_LENGTH)
}

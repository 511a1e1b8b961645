import { z } from '@hono/zod-openapi'
import { type FrameHandler, frame, type OutFrameDefinition } from './frames.ts'

/** The first message of somebody who came without credentials. */
export const AuthSchema = z.object({ accessToken: z.string().min(1).max(4_000) })

/** Answers at once: for clients that cannot send the protocol's own pings, which are browsers. */
export const PING = frame({
  type: 'ping',
  summary: 'Is anybody there? Answered with `pong`.',
  schema: z.object({}),
  handle: (connection) => connection.send({ type: 'pong', data: {} }),
})

/** What clients may say whatever the modules take. */
export const BUILT_IN_CLIENT_FRAMES: Omit<FrameHandler, 'handle'>[] = [
  {
    type: 'auth',
    summary: 'Who is there: the first message of a client that connected without credentials, within 5 s.',
    schema: AuthSchema,
  },
  PING,
]

/** What clients are told whatever the modules say. */
export const BUILT_IN_SERVER_FRAMES: OutFrameDefinition[] = [
  {
    type: 'auth.ok',
    summary: 'The credentials are good; from here on frames are taken.',
    schema: z.object({ userId: z.string() }),
  },
  { type: 'pong', summary: 'The answer to `ping`.', schema: z.object({}) },
  {
    type: 'error',
    summary: 'A frame was refused; the connection stays. The codes are those of the HTTP API.',
    schema: z
      .object({
        code: z.string(),
        message: z.string(),
        replyTo: z.string(),
        details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
        // What a refusal tells beside its code is described where the HTTP API gives it.
      })
      .catchall(z.unknown()),
  },
]

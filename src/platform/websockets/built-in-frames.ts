import { z } from '../zod.ts'
import { type FrameHandler, frame, type OutFrameDefinition } from './frames.ts'

/** The first frame of a client that connected without credentials. */
export const AuthSchema = z.object({ accessToken: z.string().min(1).max(4_000) })

/** For clients that cannot send protocol pings, such as browsers. */
export const PING = frame({
  type: 'ping',
  summary: 'Asks whether the server responds. Answered with `pong`.',
  schema: z.object({}),
  handle: (connection) => connection.send({ type: 'pong', data: {} }),
})

/** Client frames of every deployment, beside those of the modules. */
export const BUILT_IN_CLIENT_FRAMES: Omit<FrameHandler, 'handle'>[] = [
  {
    type: 'auth',
    summary:
      'Authenticates the connection: the first message of a client that connected without credentials, within 5 s.',
    schema: AuthSchema,
  },
  PING,
]

/** Server frames of every deployment, beside those of the modules. */
export const BUILT_IN_SERVER_FRAMES: OutFrameDefinition[] = [
  {
    type: 'auth.ok',
    summary: 'The credentials are valid; frames are accepted from now on.',
    schema: z.object({ userId: z.string() }),
  },
  {
    type: 'ack',
    summary:
      'A frame with an `id` was processed, and its effect is stored. The answer has the same `id`; other frames that the frame causes come as usual.',
    schema: z.object({ replyTo: z.string() }),
  },
  { type: 'pong', summary: 'The answer to `ping`.', schema: z.object({}) },
  {
    type: 'error',
    summary:
      'A frame was refused; the connection stays. Codes, messages and further fields are those of the HTTP API. It has the `id` of the frame, if that had one.',
    schema: z
      .object({
        code: z.string(),
        message: z.string(),
        replyTo: z.string(),
        details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
        retryAfterSeconds: z.number().optional(),
        requestId: z.string().optional(),
        // The HTTP API documents the further fields of each refusal.
      })
      .catchall(z.unknown()),
  },
]

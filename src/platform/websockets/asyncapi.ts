import { z } from '../zod.ts'
import { BUILT_IN_CLIENT_FRAMES, BUILT_IN_SERVER_FRAMES } from './built-in-frames.ts'
import { MAX_CONNECTIONS_PER_USER } from './connection-registry.ts'
import type { FrameHandler, OutFrameDefinition } from './frames.ts'

export interface AsyncApiOptions {
  title: string
  version: string
  /** The public URL of the service, http or https. */
  serverUrl: string
  path: string
  /** A sentence about the purpose of the channel. */
  purpose: string
  /** The modules' descriptions of their frames. */
  notes: string[]
  /** The endpoint that issues tickets. */
  ticket: string
  handlers: FrameHandler[]
  outFrames: OutFrameDefinition[]
}

type Described = Pick<OutFrameDefinition, 'type' | 'summary' | 'schema'>

/** The general rules of frames and credentials. */
const FRAMES = 'Frames are JSON text, at most 16 KB and 20 a second.'
const SOCKETS = `A user may have ${MAX_CONNECTIONS_PER_USER} sockets at a process of the service. One more closes the oldest with the code 4409: wait some seconds before you connect again, and longer each time.`
const REPLIES =
  'A frame may have an `id` of at most 64 characters. It is then answered by `ack` or `error` with the same `id`, once. An `ack` of a battle frame is sent after the effect is stored. Without an answer the frame may or may not have been processed.'
/** The server frames that answer a frame of the client. */
const REPLY_TYPES = ['ack', 'error']
const CREDENTIALS =
  'Credentials: `?ticket=<ticket>`, or the subprotocols `lyceum.v1` and `bearer.<accessToken>`, or a first message `auth` within 5 s. An access token never goes into the URL.'

/** The AsyncAPI 3.0 document of the WebSocket channel, from the schemas that validate the frames. */
export function asyncApiDocument(options: AsyncApiOptions): object {
  const server = new URL(options.serverUrl)
  const all: { frame: Described; action: string }[] = [
    ...[...BUILT_IN_CLIENT_FRAMES, ...options.handlers].map((frame) => ({ frame, action: 'receive' })),
    ...[...BUILT_IN_SERVER_FRAMES, ...options.outFrames].map((frame) => ({ frame, action: 'send' })),
  ]
  const description = [`${options.purpose} ${FRAMES}`, CREDENTIALS, SOCKETS, REPLIES, ...options.notes].join(
    '\n\n',
  )
  const channel = { $ref: '#/channels/live' }
  return {
    asyncapi: '3.0.0',
    info: { title: options.title, version: options.version, description },
    defaultContentType: 'application/json',
    servers: {
      default: {
        host: server.host,
        protocol: server.protocol === 'https:' ? 'wss' : 'ws',
        security: [
          { $ref: '#/components/securitySchemes/ticket' },
          { $ref: '#/components/securitySchemes/bearer' },
        ],
      },
    },
    channels: {
      live: {
        address: options.path,
        messages: Object.fromEntries(
          all.map(({ frame }) => [frame.type, { $ref: `#/components/messages/${frame.type}` }]),
        ),
        bindings: {
          ws: {
            method: 'GET',
            query: { type: 'object', properties: { ticket: { type: 'string' } } },
          },
        },
      },
    },
    operations: Object.fromEntries(
      all.map(({ frame, action }) => [
        `${action}.${frame.type}`,
        {
          action,
          channel,
          summary: frame.summary,
          messages: [{ $ref: `#/channels/live/messages/${frame.type}` }],
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        all.map(({ frame, action }) => [
          frame.type,
          { name: frame.type, summary: frame.summary, payload: payloadOf(frame, action === 'send') },
        ]),
      ),
      securitySchemes: {
        ticket: { type: 'httpApiKey', in: 'query', name: 'ticket', description: options.ticket },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'As the subprotocol `bearer.<accessToken>` beside `lyceum.v1`, or in the frame `auth`.',
        },
      },
    },
  }
}

function payloadOf({ type, schema }: Described, isOurs: boolean): object {
  const { $schema: _, ...data } = z.toJSONSchema(schema, {
    io: isOurs ? 'output' : 'input',
    unrepresentable: 'any',
  })
  const envelope = {
    type: 'object',
    required: isOurs ? ['v', 'type', 'seq', 'ts', 'data'] : ['type'],
    properties: {
      v: { const: 1 },
      type: { const: type },
      roomId: { type: 'string' },
      ...(!isOurs || REPLY_TYPES.includes(type) ? { id: { type: 'string', maxLength: 64 } } : {}),
      data,
    },
  }
  if (!isOurs) return envelope
  const ours = { seq: { type: 'integer', minimum: 0 }, ts: { type: 'string', format: 'date-time' } }
  return { ...envelope, properties: { ...envelope.properties, ...ours } }
}

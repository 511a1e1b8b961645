import packageJson from '../../package.json' with { type: 'json' }
import type { IdentityParts } from '../modules/identity/identity.ts'
import { refusals } from '../platform/errors.ts'
import { asyncApiDocument } from '../platform/sockets/asyncapi.ts'
import { SocketDoor } from '../platform/sockets/door.ts'
import type { FrameHandler, OutFrameDefinition } from '../platform/sockets/frames.ts'

const PATH = '/api/v2/quiz-battles/ws'

/** What the modules take and say over the one WebSocket. */
export interface LiveFrames {
  handlers: FrameHandler[]
  outFrames: OutFrameDefinition[]
}

export function createFrames(): LiveFrames {
  return { handlers: [], outFrames: [] }
}

export function createSocketDoor({ platform, tokens }: IdentityParts, { handlers }: LiveFrames): SocketDoor {
  return new SocketDoor({
    path: PATH,
    sockets: platform.sockets,
    handlers,
    authenticate: tokens.verify,
    authenticateTicket: async () => {
      throw refusals.unauthenticated()
    },
  })
}

export function describeLive(frames: LiveFrames, serverUrl: string): object {
  return asyncApiDocument({
    title: 'Lyceum live',
    version: packageJson.version,
    serverUrl,
    path: PATH,
    ...frames,
  })
}

import packageJson from '../../package.json' with { type: 'json' }
import type { Battles } from '../modules/battles/open-battles.ts'
import { BATTLE_NOTES, BATTLE_OUT_FRAMES } from '../modules/battles/protocol.ts'
import { authenticateTicket, battleFrames, welcomeBack } from '../modules/battles/socket.ts'
import type { ContestParts } from '../modules/contests/contests.ts'
import { CONTEST_OUT_FRAMES, contestFrames } from '../modules/contests/socket.ts'
import type { IdentityParts } from '../modules/identity/identity.ts'
import { NOTIFICATION_OUT_FRAMES } from '../modules/notifications/protocol.ts'
import { now } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { asyncApiDocument } from '../platform/sockets/asyncapi.ts'
import { SocketDoor } from '../platform/sockets/door.ts'
import type { FrameHandler, OutFrameDefinition } from '../platform/sockets/frames.ts'

const PATH = '/api/v2/quiz-battles/ws'

/** What the modules take and say over the one WebSocket. */
export interface LiveFrames {
  handlers: FrameHandler[]
  outFrames: OutFrameDefinition[]
}

export function createFrames(contests: ContestParts, battles: Battles): LiveFrames {
  return {
    handlers: [...battleFrames(battles), ...contestFrames(contests)],
    outFrames: [...BATTLE_OUT_FRAMES, ...CONTEST_OUT_FRAMES, ...NOTIFICATION_OUT_FRAMES],
  }
}

export function createSocketDoor(
  { platform, tokens }: IdentityParts,
  battles: Battles,
  { handlers }: LiveFrames,
): SocketDoor {
  /** Whoever connects is counted as whoever asks, or they would talk without end by connecting anew. */
  const counted = (caller: Caller): Caller => {
    platform.limits.takeGeneral(caller.userId, {})
    return caller
  }
  return new SocketDoor({
    path: PATH,
    sockets: platform.sockets,
    handlers,
    authenticate: (token) => {
      const caller = tokens.verify(token)
      return caller instanceof Promise ? caller.then(counted) : counted(caller)
    },
    authenticateTicket: async (ticket) =>
      counted(tokens.unlessRevoked(await authenticateTicket(battles, ticket))),
    onOpen: (connection) => void welcomeBack(battles, connection, now()),
  })
}

export function describeLive(frames: LiveFrames, serverUrl: string): object {
  return asyncApiDocument({
    title: 'Lyceum live',
    version: packageJson.version,
    serverUrl,
    path: PATH,
    purpose: 'One WebSocket for battles, contests and notifications.',
    notes: [BATTLE_NOTES.frames],
    ticket: BATTLE_NOTES.ticket,
    ...frames,
  })
}

import packageJson from '../../package.json' with { type: 'json' }
import { BATTLE_OUT_FRAMES, BATTLE_PROTOCOL_NOTES } from '../modules/battle-game/public/protocol.ts'
import { battleFrames } from '../modules/battle-rooms/socket.ts'
import type { ContestDeps } from '../modules/contests/contest-deps.ts'
import { CONTEST_OUT_FRAMES, contestFrames } from '../modules/contests/socket.ts'
import type { Matchmaking } from '../modules/matchmaking/create-matchmaking.ts'
import { authenticateTicket, queueFrames, sendStatusOnConnect } from '../modules/matchmaking/socket.ts'
import { NOTIFICATION_OUT_FRAMES } from '../modules/notifications/protocol.ts'
import type { SessionDeps } from '../modules/sessions/public/session-deps.ts'
import { commonErrors } from '../platform/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { asyncApiDocument } from '../platform/websockets/asyncapi.ts'
import type { FrameHandler, OutFrameDefinition } from '../platform/websockets/frames.ts'
import { WebSocketServer } from '../platform/websockets/websocket-server.ts'

const PATH = '/api/v2/quiz-battles/ws'

/** The inbound and outbound frames of all modules on the one WebSocket. */
export interface WebSocketFrames {
  handlers: FrameHandler[]
  outFrames: OutFrameDefinition[]
}

export function createFrames(contests: ContestDeps, battles: Matchmaking): WebSocketFrames {
  return {
    handlers: [...queueFrames(battles), ...battleFrames(battles.rooms), ...contestFrames(contests)],
    outFrames: [...BATTLE_OUT_FRAMES, ...CONTEST_OUT_FRAMES, ...NOTIFICATION_OUT_FRAMES],
  }
}

export function createWebSocketServer(
  { platform, tokens }: SessionDeps,
  battles: Matchmaking,
  { handlers }: WebSocketFrames,
): WebSocketServer {
  /** A connection counts as a request, so that reconnecting does not bypass the rate limit. */
  const rateLimited = (caller: Caller): Caller => {
    // A connection shows the user as online and takes frames that write.
    if (caller.viewerId)
      throw commonErrors.unauthenticated({ message: 'A view of an account has no live connection.' })
    platform.rateLimits.takeGeneral(caller.userId, {})
    return caller
  }
  return new WebSocketServer({
    path: PATH,
    connections: platform.connections,
    handlers,
    authenticate: (token) => {
      const caller = tokens.verify(token)
      return caller instanceof Promise ? caller.then(rateLimited) : rateLimited(caller)
    },
    authenticateTicket: async (ticket) =>
      rateLimited(tokens.rejectIfRevoked(await authenticateTicket(battles.rooms, ticket))),
    countFrame: ({ userId }) => platform.rateLimits.takeGeneral(userId, {}),
    onOpen: (connection, now) => void sendStatusOnConnect(battles, connection, now),
  })
}

export function describeWebSocketApi(frames: WebSocketFrames, serverUrl: string): object {
  return asyncApiDocument({
    title: 'Lyceum live',
    version: packageJson.version,
    serverUrl,
    path: PATH,
    purpose: 'One WebSocket for battles, contests and notifications.',
    notes: [BATTLE_PROTOCOL_NOTES.frames],
    ticket: BATTLE_PROTOCOL_NOTES.ticket,
    ...frames,
  })
}

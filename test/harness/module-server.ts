import type { Config } from '../../src/platform/config.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { Caller } from '../../src/platform/http/caller.ts'
import type { Endpoint } from '../../src/platform/http/endpoint.ts'
import { type PlainRoute, startHttp } from '../../src/platform/http/server.ts'
import { newId, type UserId } from '../../src/platform/ids.ts'
import { Limits } from '../../src/platform/limits/limits.ts'
import { MemoryLimits } from '../../src/platform/limits/memory.ts'
import type { SocketDoor } from '../../src/platform/sockets/door.ts'
import { type ApiAnswer, createClient } from './service.ts'

interface ModuleServerParts {
  config: Config
  db: Db
  endpoints: Endpoint[]
  plainRoutes?: PlainRoute[]
  socketDoor?: SocketDoor
  /** Off unless a test is about them. */
  hasLimits?: boolean
}

export interface ModuleServer {
  url: string
  /** `call('GET /badges', userId)`; paths are below /api/v2 unless they begin with `//`. */
  call(
    route: string,
    userId?: UserId | string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer>
  stop(): Promise<void>
}

/** The token of a user is their id. Real ones are the business of identity. */
export function authenticateById(token: string): Caller {
  return { userId: token as UserId, sessionId: newId<'Session'>(), role: 'USER' }
}

/** The endpoints of one module on a real server, where the whole service would have them. */
export function serveModule(parts: ModuleServerParts): ModuleServer {
  const { config, db, endpoints, plainRoutes = [], socketDoor, hasLimits = false } = parts
  const server = startHttp({
    config,
    db,
    limits: new Limits({ ...config.limits, enabled: hasLimits, strict: new MemoryLimits() }),
    authenticate: authenticateById,
    endpoints: endpoints.map((endpoint) => ({ endpoint, path: `/api/v2${endpoint.path}` })),
    plainRoutes,
    ...(socketDoor ? { socketDoor } : {}),
  })
  const url = `http://127.0.0.1:${server.port}`
  const client = createClient(url)
  return {
    url,
    call: (route, userId, body, headers = {}) => client.call(route, { token: userId, body, headers }),
    stop: () => server.stop(),
  }
}

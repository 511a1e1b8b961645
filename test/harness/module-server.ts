import type { Config } from '../../src/platform/config/config.ts'
import type { AutocommitDb } from '../../src/platform/db/database.ts'
import type { Caller } from '../../src/platform/http/caller.ts'
import type { Endpoint } from '../../src/platform/http/endpoint.ts'
import type { PlainRoute } from '../../src/platform/http/plain-route.ts'
import { startHttp } from '../../src/platform/http/server.ts'
import { newId, type UserId } from '../../src/platform/ids.ts'
import { MemoryRateLimitStore } from '../../src/platform/rate-limits/memory-store.ts'
import { RateLimits } from '../../src/platform/rate-limits/rate-limits.ts'
import type { Write } from '../../src/platform/transaction/write.ts'
import type { WebSocketServer } from '../../src/platform/websockets/websocket-server.ts'
import { type ApiResponse, createClient } from './api-client.ts'

interface ModuleServerOptions {
  config: Config
  autocommitDb: AutocommitDb
  write: Write
  endpoints: Endpoint[]
  plainRoutes?: PlainRoute[]
  webSocketRoute?: WebSocketServer
  /** Off by default. */
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
  ): Promise<ApiResponse>
  stop(): Promise<void>
}

/** The token of a user is the user id. The sessions module issues real ones. */
export function authenticateById(token: string): Caller {
  return { userId: token as UserId, sessionId: newId<'Session'>(), role: 'USER' }
}

/** The endpoints of one module on a real server, with the paths of the complete service. */
export function serveModule(options: ModuleServerOptions): ModuleServer {
  const {
    config,
    autocommitDb,
    write,
    endpoints,
    plainRoutes = [],
    webSocketRoute,
    hasLimits = false,
  } = options
  const server = startHttp({
    config,
    autocommitDb,
    write,
    rateLimits: new RateLimits({ ...config.limits, enabled: hasLimits, strict: new MemoryRateLimitStore() }),
    authenticate: authenticateById,
    endpoints: endpoints.map((endpoint) => ({ endpoint, path: `/api/v2${endpoint.path}` })),
    plainRoutes,
    ...(webSocketRoute ? { webSocketRoute } : {}),
  })
  const url = `http://127.0.0.1:${server.port}`
  const client = createClient(url)
  return {
    url,
    call: (route, userId, body, headers = {}) => client.call(route, { token: userId, body, headers }),
    stop: () => server.stop(),
  }
}

import type { Server, WebSocketHandler } from 'bun'
import type { Cors } from './cors.ts'

/** The path that the HTTP server upgrades to WebSockets. `State` is what the runtime stores with each socket. */
export interface WebSocketRoute<State> {
  readonly path: string
  readonly runtime: WebSocketHandler<State>
  /** Returns undefined when the request was upgraded to a WebSocket. Throws a refusal otherwise. */
  upgrade(request: Request, context: UpgradeContext<State>): undefined
  close(): void
}

export interface UpgradeContext<State> {
  server: Server<State>
  cors: Cors
  address: string
  isStopping: boolean
  /**
   * Counts an upgrade whose credentials are not verified yet against the limit of the network. Returns the
   * function that takes the count back once they are.
   */
  countUnverified: () => () => void
}

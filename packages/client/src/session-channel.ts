/** Messages between the tabs of a browser about their session. They stay in memory. */
export type SessionMessage =
  | { type: 'token' | 'signed-in'; accessToken: string; expiresAt: number; userId: string }
  | { type: 'signed-out' }

export interface SessionChannel {
  post(message: SessionMessage): void
}

/** A message reaches every other tab of the same origin, but not its sender. */
export function newSessionChannel(onMessage: (message: SessionMessage) => void): SessionChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined }
  const channel = new BroadcastChannel('lyceum.session')
  channel.onmessage = (event: MessageEvent<SessionMessage>) => onMessage(event.data)
  return { post: (message) => channel.postMessage(message) }
}

/** What the tabs of a browser tell each other about their session. It stays in memory. */
export type SessionMessage =
  | { type: 'token' | 'signed-in'; accessToken: string; expiresAt: number; userId: string }
  | { type: 'signed-out' }

export interface SessionChannel {
  post(message: SessionMessage): void
}

/** A message reaches every other tab of the same origin, never the one that posts it. */
export function newSessionChannel(onMessage: (message: SessionMessage) => void): SessionChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined }
  const channel = new BroadcastChannel('lyceum.session')
  channel.onmessage = (event: MessageEvent<SessionMessage>) => onMessage(event.data)
  return { post: (message) => channel.postMessage(message) }
}

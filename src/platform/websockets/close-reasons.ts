export interface CloseReason {
  code: number
  reason: string
}

/**
 * The reasons for closing a WebSocket. Codes from 4400 are our own; their last three digits are an HTTP
 * status.
 */
export const closeReasons = {
  going_away: { code: 1001, reason: 'This process is shutting down. Connect again.' },
  text_only: { code: 1003, reason: 'Frames are JSON text.' },
  unavailable: { code: 1013, reason: 'Not now. Connect again shortly.' },
  bad_frame: { code: 4400, reason: 'Frames are JSON objects: {"v": 1, "type": …, "data": {…}}.' },
  unauthenticated: { code: 4401, reason: 'The credentials are not valid.' },
  authentication_timeout: { code: 4408, reason: 'No credentials came in time.' },
  too_many_sockets: { code: 4409, reason: 'You opened more sockets than one user may; this was the oldest.' },
  session_ended: { code: 4410, reason: 'The session has ended. Sign in again.' },
  slow_reader: { code: 4413, reason: 'Too much is waiting to be read.' },
  flooding: { code: 4429, reason: 'More than 20 frames a second.' },
} as const satisfies Record<string, CloseReason>

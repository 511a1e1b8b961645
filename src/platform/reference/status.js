import { el } from './dom.js'

/** What the statuses mean that this API gives; HTTP/2 no longer sends the words with the number. */
export const REASONS = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  304: 'Not modified',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Unavailable',
}

export const statusChip = (status) => el(`span.status.status-${String(status)[0]}`, String(status))

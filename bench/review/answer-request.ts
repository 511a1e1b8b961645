import type { Request } from '../runner/request.ts'

/** An answer to a card with a single choice question. */
export function answerRequest(cardId: string, repetition: number, token: string): Request {
  return {
    method: 'POST',
    path: `/api/v2/review/cards/${cardId}/answers`,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ repetition, answer: { selectedOption: 0 }, timeMs: 3_000 }),
  }
}

import { newKey } from '../../../packages/client/src/attempt.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { dismissEvent, recordActivity, requestBackgroundSync } from './outbox.ts'
import { settle } from './settle.ts'

/** The answer waits on this device. The service grades it when it is online again. */
export type Saved = 'saved'

interface ReviewBody {
  repetition: number
  answer?: Api.Answer
  rating?: Api.ReviewResult['rating']
  timeMs: number
  usedHint: boolean
}

/** Returns the result, or 'saved' if the answer waits on this device. Throws a final refusal. */
export async function answerReview(
  card: Api.ReviewCard,
  body: ReviewBody,
): Promise<Api.ReviewResult | Saved> {
  const idempotencyKey = newKey()
  let id: number
  try {
    id = await recordActivity({ kind: 'review', cardId: card.id, body: { ...body }, idempotencyKey })
  } catch {
    // A browser that allows no storage sends directly.
    const given = { path: { cardId: card.id }, body, idempotencyKey }
    return (await lyceum.call('POST /review/cards/{cardId}/answers', given)).data
  }
  const settled = await settle(id)
  if (!settled) {
    markReviewed(card)
    void requestBackgroundSync()
    return 'saved'
  }
  if ('data' in settled) return settled.data as Api.ReviewResult
  // The screen handles the refusal, so it needs no other place.
  await dismissEvent(id)
  const { code = 'REFUSED', message = '', status } = settled.refusal
  throw new LyceumError(code, message, { status })
}

/** Takes the card out of the stored session and counts, until the service has the answer. */
function markReviewed({ id }: Api.ReviewCard): void {
  queryClient.setQueriesData<{ data: Api.ReviewSession }>(
    { queryKey: ['GET /review/session'] },
    (session) =>
      session && {
        ...session,
        data: { ...session.data, cards: session.data.cards.filter((card) => card.id !== id) },
      },
  )
  queryClient.setQueriesData<{ data: Api.ReviewCounts }>(
    { queryKey: ['GET /review/due'] },
    (counts) =>
      counts && {
        ...counts,
        data: {
          ...counts.data,
          due: Math.max(0, counts.data.due - 1),
          availableToday: Math.max(0, counts.data.availableToday - 1),
          answeredToday: counts.data.answeredToday + 1,
        },
      },
  )
}

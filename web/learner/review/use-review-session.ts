import { useCallback, useEffect, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { answerReview, type Saved } from '../offline/answer-review.ts'
import { listWaitingReviews, reviewKey } from '../offline/outbox.ts'
import { forgetReviewCounts } from './forget-counts.ts'
import { readReviewSession } from './read-session.ts'

export interface GivenReview {
  answer?: Api.Answer
  rating?: Api.ReviewResult['rating']
  timeMs: number
  usedHint: boolean
}

interface Last {
  card: Api.ReviewCard
  result: Api.ReviewResult
}

interface State {
  /** The cards that are not answered yet, the current one first. Undefined while they are loaded. */
  queue: Api.ReviewCard[] | undefined
  /** The cards that the day still shows, with those that are not loaded yet. */
  remaining: number
  /** The answers that the service has graded. */
  answered: number
  right: number
  /** The answers that wait on this device until the service is reachable. */
  saved: number
  /** The card of the last of them. */
  savedCard: Api.ReviewCard | undefined
  isStreakExtended: boolean
  /** The last review, which can be undone. */
  last: Last | undefined
  /** Counts what is shown, so that a card that comes again starts anew. */
  shown: number
  fault: unknown
}

const START: State = {
  queue: undefined,
  remaining: 0,
  answered: 0,
  right: 0,
  saved: 0,
  savedCard: undefined,
  isStreakExtended: false,
  last: undefined,
  shown: 0,
  fault: undefined,
}

/** The cards of today, one after the other, in batches. */
export function useReviewSession() {
  const [state, setState] = useState(START)

  const load = useCallback(async () => {
    setState((before) => ({ ...before, queue: undefined, fault: undefined }))
    try {
      const [{ session, counts }, waiting] = await Promise.all([readReviewSession(), listWaitingReviews()])
      // The service does not know yet that these are answered.
      const cards = session.cards.filter((card) => !waiting.has(reviewKey(card.id, card)))
      const isWaiting = session.cards.length - cards.length
      const remaining = Math.max(cards.length, counts.availableToday - isWaiting)
      setState((before) => ({ ...before, queue: cards, remaining, shown: before.shown + 1 }))
    } catch (fault) {
      setState((before) => ({ ...before, fault }))
    }
  }, [])
  useEffect(() => void load(), [load])
  // Counts, forecast and streak have changed when the learner leaves.
  useEffect(() => () => void forgetReviewCounts(), [])

  /**
   * Sends an answer. 'saved' if it waits on this device, undefined if the card is no longer open. Throws if the service refuses
   * it; the same answer can be sent again and counts once.
   */
  const answer = async (
    card: Api.ReviewCard,
    given: GivenReview,
  ): Promise<Api.ReviewResult | Saved | undefined> => {
    try {
      const result = await answerReview(card, { repetition: card.repetition, ...given })
      if (result === 'saved') {
        setState((before) => ({ ...before, saved: before.saved + 1, savedCard: card, last: undefined }))
        return 'saved'
      }
      setState((before) => ({
        ...before,
        answered: before.answered + 1,
        right: before.right + (isRight(result) ? 1 : 0),
        isStreakExtended: before.isStreakExtended || result.isStreakExtended,
        last: { card, result },
      }))
      return result
    } catch (fault) {
      // The card was answered or suspended in another window.
      if (!(fault instanceof LyceumError) || fault.status !== 409) throw fault
      await load()
      return undefined
    }
  }

  const next = () => {
    const rest = state.queue!.slice(1)
    if (rest.length === 0) void load()
    else
      setState((before) => ({
        ...before,
        queue: rest,
        remaining: before.remaining - 1,
        shown: before.shown + 1,
      }))
  }

  /** Takes the last answer back and shows its card again. */
  const undo = async () => {
    const { card, result } = state.last!
    const { cardId, repetition } = result
    await lyceum.call('POST /review/undo', { body: { cardId, repetition } })
    setState((before) => {
      const others = (before.queue ?? []).filter(({ id }) => id !== cardId)
      const isCurrent = before.queue?.[0]?.id === cardId
      return {
        ...before,
        queue: [card, ...others],
        remaining: before.remaining + (isCurrent ? 0 : 1),
        answered: before.answered - 1,
        right: before.right - (isRight(result) ? 1 : 0),
        last: undefined,
        shown: before.shown + 1,
      }
    })
  }

  const suspend = async (card: Api.ReviewCard) => {
    await lyceum.call('POST /review/cards/{cardId}/suspend', { path: { cardId: card.id } })
    next()
  }

  return { state, load, answer, next, undo, suspend }
}

export type ReviewSession = ReturnType<typeof useReviewSession>

function isRight({ isCorrect, rating }: Api.ReviewResult): boolean {
  return isCorrect ?? rating !== 'AGAIN'
}

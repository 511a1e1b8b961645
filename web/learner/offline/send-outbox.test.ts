import { describe, expect, test } from 'bun:test'
import type { OutboxEvent } from './outbox-store.ts'
import { requestOf } from './send-outbox.ts'

const occurredAt = '2026-11-16T08:00:00.000Z'
const event: OutboxEvent = {
  id: 1,
  userId: 'ada',
  kind: 'completion',
  lessonId: 'lesson-1',
  lessonTitle: 'Blocks',
  body: { timeSpentSeconds: 240 },
  occurredAt,
  idempotencyKey: 'key-1',
}
const after = (hours: number) => Date.parse(occurredAt) + hours * 3_600_000

describe('the request of an event in the outbox', () => {
  test('an event is sent with its time and its key for almost 48 hours', () => {
    expect(requestOf(event, after(47))).toEqual({
      path: '/user-lessons/lesson-1/complete',
      body: { timeSpentSeconds: 240, occurredAt },
      idempotencyKey: 'key-1',
    })
  })

  test('an older event is sent without a time under another key, so that it still counts', () => {
    const { body, idempotencyKey } = requestOf(event, after(48))
    expect([body, idempotencyKey]).toEqual([{ timeSpentSeconds: 240 }, 'key-1.undated'])
  })

  test('an event whose time was refused is sent without it', () => {
    const { body, idempotencyKey } = requestOf({ ...event, isUndated: true }, after(1))
    expect([body, idempotencyKey]).toEqual([{ timeSpentSeconds: 240 }, 'key-1.undated'])
  })

  test('an answer to a review has the endpoint of its card', () => {
    const { id, userId } = event
    const body = { repetition: 2, rating: 'GOOD' }
    const review: OutboxEvent = {
      id,
      userId,
      kind: 'review',
      cardId: 'card-1',
      body,
      occurredAt,
      idempotencyKey: 'k',
    }
    expect(requestOf(review, after(1))).toEqual({
      path: '/review/cards/card-1/answers',
      body: { ...body, occurredAt },
      idempotencyKey: 'k',
    })
  })

  test('an answer has its own endpoint', () => {
    expect(requestOf({ ...event, kind: 'answer' }, after(1)).path).toBe('/user-lessons/lesson-1/answers')
  })
})

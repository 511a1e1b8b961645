import { describe, expect, test } from 'bun:test'
import { assert, defineRefusals, Refusal, STATUS_OF_KIND, withCommit } from './errors.ts'

const errors = defineRefusals({
  lesson_locked: { kind: 'locked', message: 'Finish the lesson before this one.' },
  wrong_pin: { kind: 'forbidden', message: 'The PIN is wrong.' },
})

describe('a declared refusal', () => {
  test('a refusal has its name in upper case as its code, and the status of its kind', () => {
    const refusal = errors.lesson_locked()
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal.code).toBe('LESSON_LOCKED')
    expect(refusal.kind).toBe('locked')
    expect(refusal.status).toBe(423)
    expect(refusal.message).toBe('Finish the lesson before this one.')
  })

  test('a refusal has the message and fields of the single case', () => {
    const refusal = errors.wrong_pin({
      message: 'Two tries are left.',
      details: [{ field: 'pin', message: 'Wrong.' }],
      retryAfterSeconds: 30,
      extra: { remainingAttempts: 2 },
    })
    expect(refusal.message).toBe('Two tries are left.')
    expect(refusal.details).toEqual([{ field: 'pin', message: 'Wrong.' }])
    expect(refusal.retryAfterSeconds).toBe(30)
    expect(refusal.extra).toEqual({ remainingAttempts: 2 })
  })

  test('each refusal is a new object, so that marking one does not mark the next', () => {
    const first = withCommit(errors.wrong_pin())
    expect(first.commitsTransaction).toBe(true)
    expect(errors.wrong_pin().commitsTransaction).toBe(false)
  })

  test('a refusal has the stack of where it was thrown', () => {
    function rejectHere(): never {
      throw errors.lesson_locked()
    }
    try {
      rejectHere()
    } catch (refusal) {
      expect((refusal as Error).stack).toContain('rejectHere')
    }
    expect.assertions(1)
  })

  test('a refusal declaration has its code and definition', () => {
    expect(errors.wrong_pin.code).toBe('WRONG_PIN')
    expect(errors.wrong_pin.definition.kind).toBe('forbidden')
  })
})

test('every kind of refusal has a 4xx status, or 503', () => {
  for (const status of Object.values(STATUS_OF_KIND))
    expect((status >= 400 && status < 500) || status === 503).toBe(true)
})

test('a broken invariant is an ordinary error and not a refusal', () => {
  assert(true, 'never seen')
  try {
    assert(0, 'the sum is off')
  } catch (error) {
    expect(error).not.toBeInstanceOf(Refusal)
    expect(String(error)).toContain('Broken invariant: the sum is off')
  }
  expect.assertions(2)
})

import { describe, expect, test } from 'bun:test'
import { PlayTimer } from './play-timer.ts'

describe('the timer of a play', () => {
  test('reports each slide once as seen and once as read, also if the learner goes back', () => {
    const timer = new PlayTimer()
    timer.show(1, 0)
    timer.show(2, 4_000)
    timer.show(1, 5_000)
    timer.show(2, 9_000)
    timer.show(3, 10_000)
    expect(timer.takeReport()).toEqual({
      seen: [1, 2, 3],
      read: [
        { slide: 1, seconds: 4 },
        { slide: 2, seconds: 1 },
      ],
    })
    expect(timer.takeReport()).toBeUndefined()
    timer.finish(12_500)
    timer.finish(20_000)
    expect(timer.takeReport()).toEqual({ seen: [], read: [{ slide: 3, seconds: 2.5 }] })
  })

  test('does not count the time while the page is hidden', () => {
    const timer = new PlayTimer()
    timer.show(1, 0)
    timer.hide(3_000)
    expect(timer.seconds(60_000)).toBe(3)
    timer.unhide(100_000)
    timer.unhide(100_500)
    expect(timer.seconds(102_000)).toBe(5)
  })

  test('leaves out a question that is repeated at the end', () => {
    const timer = new PlayTimer()
    timer.show(1, 0)
    timer.show(undefined, 1_000)
    timer.finish(5_000)
    expect(timer.takeReport()).toEqual({ seen: [1], read: [{ slide: 1, seconds: 1 }] })
  })
})

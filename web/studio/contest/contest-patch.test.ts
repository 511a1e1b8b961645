import { describe, expect, test } from 'bun:test'
import { contestFieldsOf, contestPatchOf, isLockedContest } from './contest-patch.ts'

const CONTEST = {
  title: 'Owls',
  description: '',
  startsAt: '2036-11-02T08:00:30.000Z',
  endsAt: '2036-11-02T09:00:00.000Z',
  guaranteedPoolGems: 120,
}
const base = contestFieldsOf(CONTEST)

describe('the changes of a published contest', () => {
  test('are only what the author has changed, so that a time keeps its seconds', () => {
    expect(contestPatchOf(base, base)).toEqual({})
    expect(contestPatchOf({ ...base, title: ' Night owls ' }, base)).toEqual({ title: 'Night owls' })
    const later = contestFieldsOf({ ...CONTEST, endsAt: '2036-11-02T10:30:00.000Z' })
    expect(contestPatchOf(later, base)).toEqual({ endsAt: '2036-11-02T10:30:00.000Z' })
    expect(contestPatchOf({ ...base, prizePoolGems: '200' }, base)).toEqual({ prizePoolGems: 200 })
  })

  test('do not contain an incomplete time', () => {
    expect(contestPatchOf({ ...base, endsAt: '' }, base)).toEqual({})
  })
})

test('the terms are locked after the first participant or the start', () => {
  expect(isLockedContest({ status: 'UPCOMING', participantCount: 0 })).toBe(false)
  expect(isLockedContest({ status: 'UPCOMING', participantCount: 1 })).toBe(true)
  expect(isLockedContest({ status: 'LIVE', participantCount: 0 })).toBe(true)
})

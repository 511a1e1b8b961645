import { describe, expect, test } from 'bun:test'
import { type BankFields, draftOf, EMPTY, isSame, patchOf } from './bank-fields.ts'
import { areTags, tagsOf } from './tags.ts'

const written: BankFields = {
  ...EMPTY,
  tags: ' keys,  wallets ,keys',
  question: {
    ...EMPTY.question,
    prompt: 'Who may spend?',
    options: [
      { text: 'The owner', isRight: true, feedback: '' },
      { text: 'Anybody', isRight: false, feedback: '' },
    ],
  },
}

describe('the fields of a question of the bank', () => {
  test('a new question has its tags once, and no topic unless one is chosen', () => {
    expect(draftOf(written)).toMatchObject({ tags: ['keys', 'wallets'], use: 'CHALLENGE', correctIndex: 0 })
    expect('topicId' in draftOf(written)).toBe(false)
    expect(draftOf({ ...written, topicId: 'a' })).toMatchObject({ topicId: 'a' })
  })

  test('an edit sends only what has changed, and never the type or the use', () => {
    const changed = {
      ...written,
      tags: 'keys',
      use: 'PRACTICE' as const,
      question: { ...written.question, hint: 'Keys.' },
    }
    expect(patchOf(changed, written)).toEqual({ tags: ['keys'], hint: 'Keys.' })
    expect(patchOf(written, written)).toEqual({})
  })

  test('other spaces are no change', () => {
    expect(isSame({ ...written, tags: 'keys,wallets' }, written)).toBe(true)
    expect(isSame({ ...written, tags: 'keys' }, written)).toBe(false)
  })
})

test('tags have no signs that separate them in files', () => {
  expect(tagsOf('')).toEqual([])
  expect(areTags('a, b c')).toBe(true)
  for (const text of [
    'a;b',
    'a|b',
    '[a]',
    'a\\b',
    'x'.repeat(41),
    Array.from({ length: 21 }, (_, at) => at).join(),
  ])
    expect(areTags(text)).toBe(false)
})

import { describe, expect, test } from 'bun:test'
import { EMPTY_SLIDE } from '../../../test/harness/model-slide.ts'
import { readQuestions, readSlides } from './read-drafts.ts'

const QUESTION = {
  prompt: 'What opens?',
  options: ['A key', 'A lock'],
  correctIndex: 0,
  explanation: 'It turns.',
}
const DEFAULTS = { use: 'PRACTICE' as const, difficulty: 'MEDIUM' as const, tags: ['keys'] }

describe('slides of a model', () => {
  test('become slides of authors, each by its type', () => {
    const { items, dropped } = readSlides(
      {
        slides: [
          { ...EMPTY_SLIDE, type: 'TEXT', title: 'Keys', content: 'A key **opens**.' },
          { ...EMPTY_SLIDE, type: 'NOTE', content: 'Keep it.' },
          { ...EMPTY_SLIDE, type: 'FLASHCARD', content: 'Key', back: 'It opens a lock.' },
          { ...EMPTY_SLIDE, type: 'CODE', title: 'A page', content: '<a href="https://a.example">x</a>' },
          {
            ...EMPTY_SLIDE,
            type: 'QUESTION',
            content: 'What opens?',
            options: ['A key', 'A lock'],
            correctIndex: 1,
          },
        ],
      },
      8,
    )
    expect(dropped).toEqual([])
    expect(items).toMatchObject([
      { type: 'TEXT_WITH_IMAGE', title: 'Keys', content: 'A key **opens**.' },
      { type: 'CALLOUT', tone: 'INFO', content: 'Keep it.' },
      { type: 'FLASHCARD', front: 'Key', back: 'It opens a lock.' },
      { type: 'CODE', title: 'A page', language: 'text' },
      { type: 'QUIZ', question: { type: 'SINGLE_CHOICE', prompt: 'What opens?', correctIndex: 1 } },
    ])
    expect(items[3]).not.toHaveProperty('runnable', true)
  })

  test('that no edit would accept are left out with the reason, and the others stay', () => {
    const { items, dropped } = readSlides(
      {
        slides: [
          { ...EMPTY_SLIDE, type: 'TEXT', content: 'Without a title.' },
          { ...EMPTY_SLIDE, type: 'QUESTION', content: 'What?', options: ['same', 'same'], correctIndex: 0 },
          { ...EMPTY_SLIDE, type: 'QUESTION', content: 'What?', options: ['a', 'b'], correctIndex: 7 },
          { ...EMPTY_SLIDE, type: 'QUESTION', content: 'What?', options: ['a', 'b'], correctIndex: 0.5 },
          { ...EMPTY_SLIDE, type: 'NOTE', content: 'x'.repeat(2_001) },
          { ...EMPTY_SLIDE, type: 'NOTE', content: 'Good.' },
          { ...EMPTY_SLIDE, type: 'NOTE', content: 'One too many.' },
        ],
      },
      1,
    )
    expect(items).toHaveLength(1)
    expect(dropped.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 7])
    expect(dropped.every(({ message }) => message.length > 0)).toBe(true)
    expect(dropped.at(-1)!.message).toBe('is more than was asked for')
  })

  test.each([
    ['a link', 'See [here](https://evil.example).'],
    ['a picture', '![x](/files/x.png)'],
    ['a link by reference', 'See [here][1].'],
    ['an address', 'Go to https://evil.example now.'],
    ['an address without a protocol', 'Go to www.evil.example now.'],
    ['a tag', 'A <img src=x onerror=alert(1)> here.'],
    ['a script', '<script>alert(1)</script>'],
  ])('with %s are left out', (_, content) => {
    const { items, dropped } = readSlides({ slides: [{ ...EMPTY_SLIDE, type: 'NOTE', content }] }, 8)
    expect([items, dropped]).toEqual([
      [],
      [{ number: 1, message: 'has a link or a picture, which only an author adds' }],
    ])
  })
})

test('questions of a model become drafts with the fields that the author chose', () => {
  const { items, dropped } = readQuestions(
    {
      questions: [
        QUESTION,
        { ...QUESTION, options: ['A key', 'https://evil.example'] },
        { ...QUESTION, options: ['a'] },
      ],
    },
    8,
    DEFAULTS,
  )
  expect(items).toMatchObject([{ ...QUESTION, ...DEFAULTS, type: 'SINGLE_CHOICE' }])
  expect(dropped.map(({ number }) => number)).toEqual([2, 3])
})

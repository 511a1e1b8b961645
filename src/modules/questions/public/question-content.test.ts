import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { SAMPLE_CONTENTS } from '../question-testbed.ts'
import { normalizeText } from './normalize-text.ts'
import { findContentErrors, QUESTION_TYPES, type QuestionContent } from './question-content.ts'

const { NUMBER, MATCH, GAP } = SAMPLE_CONTENTS

describe('findContentErrors', () => {
  test.each(QUESTION_TYPES.map((type) => [type]))('a valid %s question has no errors', (type) =>
    expect(findContentErrors(SAMPLE_CONTENTS[type])).toEqual([]),
  )

  test.each<[string, QuestionContent & { optionFeedback?: string[] }, string]>([
    ['equal options', { ...SAMPLE_CONTENTS.SINGLE_CHOICE, options: ['a', 'a', 'b'] }, 'options'],
    ['a correct index out of range', { ...SAMPLE_CONTENTS.SINGLE_CHOICE, correctIndex: 3 }, 'correctIndex'],
    [
      'equal correct indexes',
      { ...SAMPLE_CONTENTS.MULTIPLE_CHOICE, correctIndexes: [1, 1] },
      'correctIndexes',
    ],
    [
      'a correct index of several out of range',
      { ...SAMPLE_CONTENTS.MULTIPLE_CHOICE, correctIndexes: [0, 4] },
      'correctIndexes.1',
    ],
    ['a share of zero', { ...NUMBER, value: 0, toleranceType: 'RELATIVE' }, 'toleranceType'],
    ['other units without a unit', { ...NUMBER, unit: null }, 'unit'],
    ['equal units', { ...NUMBER, otherUnits: [{ unit: 'km', factor: 2 }] }, 'otherUnits'],
    ['equal variants', { ...SAMPLE_CONTENTS.SHORT_TEXT, accepted: ['Café', 'cafe'] }, 'accepted.1'],
    ['an invisible variant', { ...SAMPLE_CONTENTS.SHORT_TEXT, accepted: ['\u200B'] }, 'accepted.0'],
    ['equal items', { type: 'ORDER', items: ['a', 'b', 'a'] }, 'items'],
    ['a distractor equal to a right side', { ...MATCH, distractors: ['r1'] }, 'pairs'],
    ['equal left sides', { ...MATCH, pairs: [MATCH.pairs[0]!, { left: 'l1', right: 'x' }] }, 'pairs'],
    ['a gap without a mark', { ...GAP, text: 'A {{1}}.' }, 'text'],
    ['marks in another order', { ...GAP, text: '{{2}} {{1}}' }, 'text'],
    ['a mark without a gap', { ...GAP, text: '{{1}} {{2}} {{3}}' }, 'text'],
    ['a word bank without the right word', { ...GAP, wordBank: ['block', 'price'] }, 'wordBank'],
    ['a word bank without a wrong word', { ...GAP, wordBank: ['hash', 'digest'] }, 'wordBank'],
    [
      'feedback on too few options',
      { ...SAMPLE_CONTENTS.SINGLE_CHOICE, optionFeedback: ['x'] },
      'optionFeedback',
    ],
    ['feedback without options', { ...NUMBER, optionFeedback: ['x'] }, 'optionFeedback'],
  ])('%s', (_, content, path) => {
    expect(findContentErrors(content).map((error) => error.path.join('.'))).toContain(path)
  })
})

describe('normalizeText', () => {
  test.each([
    ['  Straße ', 'STRASSE'],
    ['ΟΔΟΣ', 'οδός'],
    ['l’eau', "l'eau"],
    ['“a” – b', '"a" - b'],
    ['ﬁne', 'FINE'],
    ['São   Paulo', 'sao paulo'],
    ['\u200Fسلام', 'سلام'],
  ])('%j equals %j', (one, other) => expect(normalizeText(one, true)).toBe(normalizeText(other, true)))

  test('marks that carry meaning are not accents', () => {
    expect(normalizeText('की', true)).not.toBe(normalizeText('का', true))
    expect(normalizeText('が', true)).not.toBe(normalizeText('か', true))
  })

  test('a normalized text stays the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, areAccentsIgnored) => {
        const once = normalizeText(text, areAccentsIgnored)
        expect(normalizeText(once, areAccentsIgnored)).toBe(once)
      }),
      { numRuns: 500, seed: 3 },
    )
  })
})

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Refusal } from '../../../platform/errors.ts'
import { questionArbitrary, SAMPLE_CONTENTS, withFields } from '../question-testbed.ts'
import { type Answer, AnswerSchema } from './answer.ts'
import { gradeAnswer } from './grade-answer.ts'
import { PresentedQuestionSchema, presentQuestion } from './present-question.ts'
import { QUESTION_TYPES, type QuestionType } from './question-content.ts'
import { answerOf, SolutionSchema, solutionOf } from './solution.ts'
import type { StoredQuestion } from './stored-question.ts'

/** QUESTION_RUNS sets the number of runs, QUESTION_SEED the random sequence. */
const RUNS = Number(process.env.QUESTION_RUNS ?? 300)
const SEED = Number(process.env.QUESTION_SEED ?? 20_261_116)
const OPTIONS = { numRuns: RUNS, seed: SEED }
const seeds = fc.string({ maxLength: 8 })

function fieldOf(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'VALIDATION_FAILED') return error.details?.[0]?.field
    throw error
  }
  return undefined
}

describe.each(QUESTION_TYPES.map((type) => [type]))('a %s question', (type) => {
  const questions = questionArbitrary([type])

  test('is graded as right for its solution under every seed', () => {
    fc.assert(
      fc.property(questions, seeds, (question, seed) => {
        const solution = SolutionSchema.parse(solutionOf(question, seed))
        expect(gradeAnswer(question, seed, AnswerSchema.parse(answerOf(solution)) as Answer)).toMatchObject({
          isCorrect: true,
        })
      }),
      OPTIONS,
    )
  })

  test('is presented without any field of the solution', () => {
    fc.assert(
      fc.property(questions, seeds, (question, seed) => {
        const shown = presentQuestion(question, seed)
        expect(PresentedQuestionSchema.parse(shown)).toEqual(shown)
        for (const field of SOLUTION_FIELDS) expect(shown).not.toHaveProperty(field)
        expect(JSON.stringify(shown)).not.toContain(question.explanation)
      }),
      OPTIONS,
    )
  })
})

const SOLUTION_FIELDS = [
  'correctIndex',
  'correctIndexes',
  'value',
  'tolerance',
  'accepted',
  'pairs',
  'distractors',
  'gaps',
  'explanation',
  'hint',
  'optionFeedback',
  'html',
  'skill',
]

/** Another question that a learner cannot tell from the first one: only what solves it differs. */
const INDISTINGUISHABLE: { [Type in QuestionType]: (seed: string) => [StoredQuestion, StoredQuestion] } = {
  SINGLE_CHOICE: () => twins('SINGLE_CHOICE', { correctIndex: 2 }),
  MULTIPLE_CHOICE: () => twins('MULTIPLE_CHOICE', { correctIndexes: [1] }),
  NUMBER: () => twins('NUMBER', { value: 99, tolerance: 0.5, toleranceType: 'RELATIVE' }),
  SHORT_TEXT: () => twins('SHORT_TEXT', { accepted: ['tea'], ignoreAccents: false }),
  GAP: () => twins('GAP', { gaps: [{ accepted: ['hash'] }, { accepted: ['block'] }] }),
  // For these the stored order is the solution, so each presented order comes from every solution, under other seeds.
  ORDER: (seed) => sameView('ORDER', seed, { items: ['third', 'first', 'fourth', 'second'] }),
  MATCH: (seed) =>
    sameView('MATCH', seed, {
      pairs: [
        { left: 'l1', right: 'r4' },
        { left: 'l2', right: 'r1' },
        { left: 'l3', right: 'r2' },
      ],
      distractors: ['r3'],
    }),
}

function twins<Type extends QuestionType>(
  type: Type,
  change: Partial<(typeof SAMPLE_CONTENTS)[Type]>,
): [StoredQuestion, StoredQuestion] {
  const one = withFields(SAMPLE_CONTENTS[type])
  return [one, withFields({ ...SAMPLE_CONTENTS[type], ...change }, { id: one.id })]
}

function sameView<Type extends QuestionType>(
  type: Type,
  seed: string,
  change: Partial<(typeof SAMPLE_CONTENTS)[Type]>,
): [StoredQuestion, StoredQuestion] {
  const [one, other] = twins(type, change)
  const wanted = JSON.stringify(presentQuestion(one, seed))
  for (let attempt = 0; attempt < 20_000; attempt++)
    if (JSON.stringify(presentQuestion(other, `${attempt}`)) === wanted) return [one, other]
  throw new Error('No seed presents the other question like the first one.')
}

describe('presentQuestion', () => {
  test.each(QUESTION_TYPES.map((type) => [type]))('%s: two solutions can look the same', (type) => {
    for (const seed of ['a', 'b', 'c']) {
      const [one, other] = INDISTINGUISHABLE[type](seed)
      const isFixed = type !== 'ORDER' && type !== 'MATCH'
      if (isFixed) expect(presentQuestion(other, seed)).toEqual(presentQuestion(one, seed))
      const right = answerOf(solutionOf(one, seed))
      if (isFixed) expect(gradeAnswer(other, seed, right).isCorrect).toBeFalse()
      expect(gradeAnswer(one, seed, right).isCorrect).toBeTrue()
    }
  })

  test.each(['ORDER', 'MATCH', 'SINGLE_CHOICE', 'MULTIPLE_CHOICE'] as const)(
    '%s: each solution is about equally frequent over many seeds',
    (type) => {
      const question = withFields(SAMPLE_CONTENTS[type])
      const counts = new Map<string, number>()
      const seedCount = 4_800
      for (let seed = 0; seed < seedCount; seed++) {
        const key = JSON.stringify(answerOf(solutionOf(question, `${seed}`)))
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      // 4 items in any order; 3 of 4 right sides in any order; 3 options; 2 of 4 options.
      const solutionCount = { ORDER: 24, MATCH: 24, SINGLE_CHOICE: 3, MULTIPLE_CHOICE: 6 }[type]
      expect(counts.size).toBe(solutionCount)
      const expected = seedCount / solutionCount
      const chiSquare = [...counts.values()].reduce(
        (sum, count) => sum + (count - expected) ** 2 / expected,
        0,
      )
      // Far above the 99.9th percentile for 23 degrees of freedom, which is 49.7.
      expect(chiSquare).toBeLessThan(60)
    },
  )

  test('the word bank of a GAP question is shuffled', () => {
    const question = withFields(SAMPLE_CONTENTS.GAP)
    const firsts = new Set(
      Array.from({ length: 50 }, (_, seed) => {
        const shown = presentQuestion(question, `${seed}`)
        return shown.type === 'GAP' && shown.wordBank![0]
      }),
    )
    expect(firsts).toEqual(new Set(SAMPLE_CONTENTS.GAP.wordBank!))
  })
})

describe('gradeAnswer rejects every other answer', () => {
  const permutations = (count: number): number[][] =>
    count === 0
      ? [[]]
      : permutations(count - 1).flatMap((rest) =>
          Array.from({ length: count }, (_, at) => rest.toSpliced(at, 0, count - 1)),
        )
  const subsets = (count: number) =>
    Array.from({ length: 2 ** count - 1 }, (_, bits) =>
      Array.from({ length: count }, (_, index) => index).filter((index) => (bits + 1) & (1 << index)),
    )
  const ANSWERS: Partial<Record<QuestionType, Answer[]>> = {
    SINGLE_CHOICE: [0, 1, 2].map((selectedOption) => ({ selectedOption })),
    MULTIPLE_CHOICE: subsets(4).map((selectedOptions) => ({ selectedOptions })),
    ORDER: permutations(4).map((order) => ({ order })),
    MATCH: permutations(4).map((all) => ({ matches: all.slice(0, 3) })),
  }

  test.each(Object.keys(ANSWERS) as QuestionType[])('%s: exactly one answer is right', (type) => {
    const question = withFields(SAMPLE_CONTENTS[type])
    for (const seed of ['a', 'b', 'c', 'd']) {
      const right = ANSWERS[type]!.filter((answer) => gradeAnswer(question, seed, answer).isCorrect)
      expect(new Set(right.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify(answerOf(solutionOf(question, seed)))]),
      )
    }
  })

  test('the selected options may be in any order', () => {
    const question = withFields(SAMPLE_CONTENTS.MULTIPLE_CHOICE)
    const { selectedOptions } = answerOf(solutionOf(question, 's'))
    expect(
      gradeAnswer(question, 's', { selectedOptions: selectedOptions!.toReversed() }).isCorrect,
    ).toBeTrue()
  })

  test.each([
    [1.5, undefined, true],
    [1.6, undefined, true],
    [1.4, 'km', true],
    [1.6001, 'km', false],
    [1.3999, undefined, false],
    [1_500, 'm', true],
    [1_600, 'm', true],
    [1_601, 'm', false],
    [1.5, 'm', false],
    [-1.5, undefined, false],
    [1e308, undefined, false],
    [-0, undefined, false],
  ])('NUMBER 1.5 km ± 0.1: %p %p is graded as %p', (value, unit, isCorrect) => {
    const question = withFields(SAMPLE_CONTENTS.NUMBER)
    const answer = unit === undefined ? { value } : { value, unit }
    expect(gradeAnswer(question, 's', answer).isCorrect).toBe(isCorrect)
  })

  test.each([
    [100, 0.05, 105, true],
    [100, 0.05, 94.9, false],
    [-100, 0.05, -105, true],
    [0.3, 0, 0.1 + 0.2, true],
    [0.3, 0, 0.300001, false],
    [3, 0.1, 3.3, true],
  ])('NUMBER %p with the relative tolerance %p: %p is graded as %p', (value, tolerance, given, isCorrect) => {
    const content = { ...SAMPLE_CONTENTS.NUMBER, value, tolerance, toleranceType: 'RELATIVE' as const }
    expect(gradeAnswer(withFields(content), 's', { value: given }).isCorrect).toBe(isCorrect)
  })

  test('a number outside of the tolerance is never right', () => {
    fc.assert(
      fc.property(
        questionArbitrary(['NUMBER']),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (question, value) => {
          if (question.type !== 'NUMBER') return
          const allowed =
            question.toleranceType === 'RELATIVE'
              ? Math.abs(question.value) * question.tolerance
              : question.tolerance
          const distance = Math.abs(value - question.value)
          fc.pre(Math.abs(distance - allowed) > 1e-6 * Math.abs(question.value))
          expect(gradeAnswer(question, 's', { value }).isCorrect).toBe(distance < allowed)
        },
      ),
      OPTIONS,
    )
  })

  test.each([
    ['café', true],
    ['  CAFE\u0301 ', true],
    ['cafe', true],
    ['ｃａｆｅ', true],
    ['coffee   house', true],
    ['coffee\u00A0house', true],
    ['coffee\u200B house', true],
    ['coffeehouse', false],
    ['caf', false],
    ['', false],
    ['cafés', false],
  ])('SHORT_TEXT: %j is graded as %p', (text, isCorrect) => {
    expect(gradeAnswer(withFields(SAMPLE_CONTENTS.SHORT_TEXT), 's', { text }).isCorrect).toBe(isCorrect)
  })

  test('SHORT_TEXT: accents count if the author says so', () => {
    const question = withFields({ ...SAMPLE_CONTENTS.SHORT_TEXT, ignoreAccents: false })
    expect(gradeAnswer(question, 's', { text: 'CAFE\u0301' }).isCorrect).toBeTrue()
    expect(gradeAnswer(question, 's', { text: 'cafe' }).isCorrect).toBeFalse()
  })

  test('ORDER, MATCH and GAP: the parts say what is right', () => {
    const gap = withFields(SAMPLE_CONTENTS.GAP)
    expect(gradeAnswer(gap, 's', { gaps: ['Block', 'price'] })).toMatchObject({
      isCorrect: false,
      parts: [true, false],
    })
    const match = withFields(SAMPLE_CONTENTS.MATCH)
    const { matches } = answerOf(solutionOf(match, 's'))
    const swapped = [matches![1]!, matches![0]!, matches![2]!]
    expect(gradeAnswer(match, 's', { matches: swapped }).parts).toEqual([false, false, true])
    const order = withFields(SAMPLE_CONTENTS.ORDER)
    const right = answerOf(solutionOf(order, 's')).order!
    expect(gradeAnswer(order, 's', { order: [right[0]!, right[2]!, right[1]!, right[3]!] }).parts).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('feedback is given for the selected options only', () => {
    const optionFeedback = ['about a', '', 'about c']
    const single = withFields(SAMPLE_CONTENTS.SINGLE_CHOICE, { optionFeedback })
    const shown = presentQuestion(single, 's')
    const options = shown.type === 'SINGLE_CHOICE' ? shown.options : []
    const feedbackOn = (option: string) =>
      gradeAnswer(single, 's', { selectedOption: options.indexOf(option) }).feedback
    expect(options.toSorted().map(feedbackOn)).toEqual(['about a', null, 'about c'])
  })
})

describe('gradeAnswer refuses an impossible answer with its field', () => {
  test.each<[QuestionType, Answer, string]>([
    ['SINGLE_CHOICE', { selectedOption: 3 }, 'selectedOption'],
    ['SINGLE_CHOICE', { selectedOption: -1 }, 'selectedOption'],
    ['SINGLE_CHOICE', { selectedOption: 0.5 }, 'selectedOption'],
    ['SINGLE_CHOICE', {}, 'selectedOption'],
    ['SINGLE_CHOICE', { selectedOptions: [1] }, 'selectedOptions'],
    ['MULTIPLE_CHOICE', { selectedOptions: [0, 0] }, 'selectedOptions'],
    ['MULTIPLE_CHOICE', { selectedOptions: [4] }, 'selectedOptions'],
    ['MULTIPLE_CHOICE', { selectedOption: 0 }, 'selectedOption'],
    ['NUMBER', { value: Number.NaN }, 'value'],
    ['NUMBER', { value: Number.POSITIVE_INFINITY }, 'value'],
    ['NUMBER', { value: 1, unit: 'miles' }, 'unit'],
    ['NUMBER', { unit: 'km' }, 'value'],
    ['NUMBER', { value: 1, text: '1' }, 'text'],
    ['SHORT_TEXT', {}, 'text'],
    ['ORDER', { order: [0, 1, 2] }, 'order'],
    ['ORDER', { order: [0, 1, 2, 2] }, 'order'],
    ['ORDER', { order: [0, 1, 2, 4] }, 'order'],
    ['ORDER', { order: [0, 1, 2, 3, 0] }, 'order'],
    ['MATCH', { matches: [0, 1] }, 'matches'],
    ['MATCH', { matches: [0, 1, 1] }, 'matches'],
    ['MATCH', { matches: [0, 1, 4] }, 'matches'],
    ['GAP', { gaps: ['block'] }, 'gaps'],
    ['GAP', { gaps: ['block', 'hash', 'x'] }, 'gaps'],
  ])('%s %j', (type, answer, field) => {
    const question = withFields(SAMPLE_CONTENTS[type])
    expect(fieldOf(() => gradeAnswer(question, 's', answer))).toBe(field)
  })

  test.each<[string, unknown, string]>([
    ['a number with a comma', { value: '1,5' }, 'value'],
    ['a number beyond the largest', { value: JSON.parse('1e400') }, 'value'],
    ['no number', { value: null }, 'value'],
    ['a text of 10,000 characters', { text: 'x'.repeat(10_000) }, 'text'],
    ['a gap of 10,000 characters', { gaps: ['x'.repeat(10_000)] }, 'gaps.0'],
    ['1,000 gaps', { gaps: new Array(1_000).fill('x') }, 'gaps'],
    ['an index as text', { order: ['0'] }, 'order.0'],
    ['an index below 0', { order: [-1] }, 'order.0'],
    ['half an index', { order: [0.5] }, 'order.0'],
    ['no selected option', { selectedOptions: [] }, 'selectedOptions'],
    ['1,000 selected options', { selectedOptions: new Array(1_000).fill(0) }, 'selectedOptions'],
    ['an object in place of a list', { matches: {} }, 'matches'],
    ['a ninth option', { selectedOption: 8 }, 'selectedOption'],
    ['an unknown field', { other: 1 }, ''],
  ])('the schema of answers refuses %s', (_, answer, field) => {
    const outcome = AnswerSchema.safeParse(answer)
    expect(outcome.error?.issues[0]?.path.join('.')).toBe(field)
  })

  test('any answer that the schema accepts is graded or refused with a field', () => {
    const anyAnswer = fc.record(
      {
        selectedOption: fc.nat(8),
        selectedOptions: fc.array(fc.nat(9), { maxLength: 9 }),
        value: fc.double(),
        unit: fc.constantFrom('km', 'm', 'x', ''),
        text: fc.string(),
        order: fc.array(fc.nat(11), { maxLength: 11 }),
        matches: fc.array(fc.nat(11), { maxLength: 11 }),
        gaps: fc.array(fc.string(), { maxLength: 11 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(questionArbitrary([...QUESTION_TYPES]), anyAnswer, (question, given) => {
        const outcome = AnswerSchema.safeParse(given)
        if (!outcome.success) return
        const answer = outcome.data as Answer
        const field = fieldOf(() => gradeAnswer(question, 's', answer))
        if (field !== undefined) expect(field).toMatch(/^[a-zA-Z]+$/)
      }),
      OPTIONS,
    )
  })
})

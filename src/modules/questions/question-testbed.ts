import fc from 'fast-check'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { KindPlan } from './public/import-plan.ts'
import {
  applyQuestions,
  applyTopics,
  type ImportedQuestion,
  planQuestions,
  planTopics,
} from './public/import-questions.ts'
import { normalizeText } from './public/normalize-text.ts'
import type { QuestionId, TopicId } from './public/question.ts'
import { findContentErrors, type QuestionContent, type QuestionType } from './public/question-content.ts'
import type { StoredQuestion } from './public/stored-question.ts'

/** Texts without Markdown, so that every form of them is the same. */
const text = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
  .map((raw) => raw.replace(/[^A-Za-z0-9 ]/g, 'x').trim() || 'x')
const normalized = (each: string) => normalizeText(each, true)
const texts = (minLength: number, maxLength: number) =>
  fc.uniqueArray(text, { minLength, maxLength, selector: normalized })
const number = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
)

const CONTENTS: { [Type in QuestionType]: fc.Arbitrary<QuestionContent> } = {
  SINGLE_CHOICE: texts(2, 8).chain((options) =>
    fc.record({
      type: fc.constant('SINGLE_CHOICE' as const),
      options: fc.constant(options),
      correctIndex: fc.nat(options.length - 1),
    }),
  ),
  MULTIPLE_CHOICE: texts(2, 8).chain((options) =>
    fc.record({
      type: fc.constant('MULTIPLE_CHOICE' as const),
      options: fc.constant(options),
      correctIndexes: fc.uniqueArray(fc.nat(options.length - 1), { minLength: 1 }),
    }),
  ),
  NUMBER: fc.record({
    type: fc.constant('NUMBER' as const),
    value: number.map((value) => value || 1),
    tolerance: fc.constantFrom(0, 0.05, 0.5),
    toleranceType: fc.constantFrom('ABSOLUTE' as const, 'RELATIVE' as const),
    unit: fc.constant('km'),
    otherUnits: fc.constantFrom(0, 1).map((count) => [{ unit: 'm', factor: 0.001 }].slice(0, count)),
  }),
  SHORT_TEXT: fc.record({
    type: fc.constant('SHORT_TEXT' as const),
    accepted: texts(1, 5),
    ignoreAccents: fc.boolean(),
  }),
  ORDER: fc.record({ type: fc.constant('ORDER' as const), items: texts(3, 10) }),
  MATCH: fc
    .tuple(texts(2, 10), texts(12, 12), fc.nat(2))
    .map(([left, right, distractorCount]): QuestionContent => {
      const pairs = left.map((each, index) => ({ left: each, right: right[index]! }))
      return { type: 'MATCH', pairs, distractors: right.slice(left.length, left.length + distractorCount) }
    }),
  GAP: fc
    .tuple(texts(1, 10), texts(2, 5), fc.boolean(), fc.boolean())
    .map(([words, wrong, hasBank, ignoreAccents]): QuestionContent => {
      const bank = [...new Map([...words, ...wrong].map((each) => [normalized(each), each])).values()]
      return {
        type: 'GAP',
        text: words.map((_, index) => `part {{${index + 1}}}`).join(' '),
        gaps: words.map((word) => ({ accepted: [word, `${word} yy`] })),
        wordBank: hasBank && bank.length > 1 ? bank : null,
        ignoreAccents,
      }
    }),
}

/** Any valid question of the given types. */
export function questionArbitrary(types: QuestionType[]): fc.Arbitrary<StoredQuestion> {
  return fc
    .oneof(...types.map((type) => CONTENTS[type]))
    .filter((content) => findContentErrors(content).length === 0)
    .map((content) => withFields(content))
}

/** A question with this content and fixed texts. */
export function withFields(
  content: QuestionContent,
  fields: Partial<Pick<StoredQuestion, 'id' | 'hint' | 'optionFeedback' | 'prompt'>> = {},
): StoredQuestion {
  const optionFeedback = fields.optionFeedback ?? null
  const question = {
    id: newId() as QuestionId,
    prompt: '???',
    explanation: '!!!',
    hint: null,
    optionFeedback,
    skill: null,
    ...fields,
    ...content,
  }
  const html = { prompt: '???', explanation: '!!!', hint: question.hint, optionFeedback }
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return { ...question, html: { ...html, options: question.options } }
    case 'ORDER':
      return { ...question, html: { ...html, items: question.items } }
    case 'MATCH': {
      const right = [...question.pairs.map((pair) => pair.right), ...question.distractors]
      return { ...question, html: { ...html, left: question.pairs.map((pair) => pair.left), right } }
    }
    case 'GAP':
      return { ...question, html: { ...html, text: question.text } }
    default:
      return { ...question, html }
  }
}

/** One valid content of each type. */
export const SAMPLE_CONTENTS: { [Type in QuestionType]: Extract<QuestionContent, { type: Type }> } = {
  SINGLE_CHOICE: { type: 'SINGLE_CHOICE', options: ['a', 'b', 'c'], correctIndex: 1 },
  MULTIPLE_CHOICE: { type: 'MULTIPLE_CHOICE', options: ['a', 'b', 'c', 'd'], correctIndexes: [0, 3] },
  NUMBER: {
    type: 'NUMBER',
    value: 1.5,
    tolerance: 0.1,
    toleranceType: 'ABSOLUTE',
    unit: 'km',
    otherUnits: [{ unit: 'm', factor: 0.001 }],
  },
  SHORT_TEXT: { type: 'SHORT_TEXT', accepted: ['café', 'coffee house'], ignoreAccents: true },
  ORDER: { type: 'ORDER', items: ['first', 'second', 'third', 'fourth'] },
  MATCH: {
    type: 'MATCH',
    pairs: [
      { left: 'l1', right: 'r1' },
      { left: 'l2', right: 'r2' },
      { left: 'l3', right: 'r3' },
    ],
    distractors: ['r4'],
  },
  GAP: {
    type: 'GAP',
    text: 'A {{1}} holds the {{2}} of the one before.',
    gaps: [{ accepted: ['block'] }, { accepted: ['hash', 'digest'] }],
    wordBank: ['hash', 'block', 'price'],
    ignoreAccents: true,
  },
}

const TEST_PACK = 'test-pack'

/** Imports topics as a pack does. Returns the ids by key. */
export async function importTopics(
  tx: Tx,
  topics: { key: string; title: string }[],
): Promise<{ ids: Map<string, TopicId> }> {
  const plan = await planTopics(tx, topics, TEST_PACK)
  await applyTopics(tx, plan, TEST_PACK)
  return { ids: plan.ids }
}

interface ImportQuestions {
  questions: ImportedQuestion[]
  topicIds: Map<string, TopicId>
  packId?: string
  archiveMissing?: boolean
  now: Date
}

/** Imports questions as a pack does. Returns the ids by key and the numbers of changes. */
export async function importQuestions(
  tx: Tx,
  { questions, topicIds, packId = TEST_PACK, archiveMissing = false, now }: ImportQuestions,
): Promise<{ ids: Map<string, QuestionId>; counts: ImportCounts }> {
  const plan = await planQuestions(tx, { questions, topicIds, packId, archiveMissing })
  await applyQuestions(tx, plan, { packId, now })
  return { ids: plan.ids, counts: countPlan(plan) }
}

export interface ImportCounts {
  added: number
  changed: number
  unchanged: number
  archived: number
}

export function countPlan({ added, changed, unchanged, archived }: KindPlan): ImportCounts {
  return { added: added.length, changed: changed.length, unchanged, archived: archived.length }
}

import { z } from '../../../platform/zod.ts'
import { normalizeText } from './normalize-text.ts'

/** SINGLE_CHOICE is stored in the columns `options` and `correct_index`, every other type in the column `content`. */
export const QUESTION_TYPES = [
  'SINGLE_CHOICE',
  'MULTIPLE_CHOICE',
  'NUMBER',
  'SHORT_TEXT',
  'ORDER',
  'MATCH',
  'GAP',
] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

/** The part of the name of a schema in the API document that says the type. */
export const TYPE_NAMES = {
  SINGLE_CHOICE: 'SingleChoice',
  MULTIPLE_CHOICE: 'MultipleChoice',
  NUMBER: 'Number',
  SHORT_TEXT: 'ShortText',
  ORDER: 'Order',
  MATCH: 'Match',
  GAP: 'Gap',
} as const satisfies Record<QuestionType, string>

export const MAX_OPTIONS = 8
export const MAX_ITEMS = 10
export const MAX_GAPS = 10
const MAX_VARIANTS = 20
const MAX_WORDS = 20
const MAX_NUMBER = 1e15

const markdown = (maxLength: number) => z.string().trim().min(1).max(maxLength)
const word = z.string().trim().min(1).max(200)
const unit = z.string().trim().min(1).max(40)
const variants = z
  .array(word)
  .min(1)
  .max(MAX_VARIANTS)
  .openapi({ description: 'Accepted texts, the best one first. Case and repeated spaces do not matter.' })
const ignoreAccents = z
  .boolean()
  .default(true)
  .openapi({ description: 'Whether `cafe` is accepted for `café`.' })

export const optionsField = z.array(markdown(500)).min(2).max(MAX_OPTIONS)

/** The fields of each type, with the solution. `findContentErrors` checks the rules between fields. */
export const CONTENT_FIELDS = {
  SINGLE_CHOICE: {
    options: optionsField,
    correctIndex: z
      .int()
      .min(0)
      .max(MAX_OPTIONS - 1)
      .openapi({ description: 'From 0' }),
  },
  MULTIPLE_CHOICE: {
    options: optionsField,
    correctIndexes: z
      .array(
        z
          .int()
          .min(0)
          .max(MAX_OPTIONS - 1),
      )
      .min(1)
      .max(MAX_OPTIONS)
      .openapi({ description: 'From 0. An answer is right if it selects exactly these.' }),
  },
  NUMBER: {
    value: z.number().min(-MAX_NUMBER).max(MAX_NUMBER),
    tolerance: z
      .number()
      .min(0)
      .max(MAX_NUMBER)
      .default(0)
      .openapi({ description: 'ABSOLUTE: in `unit`. RELATIVE: a share of `value`, such as 0.05.' }),
    toleranceType: z.enum(['ABSOLUTE', 'RELATIVE']).default('ABSOLUTE'),
    unit: unit.nullable().default(null),
    otherUnits: z
      .array(z.strictObject({ unit, factor: z.number().min(1e-15).max(1e15) }))
      .max(10)
      .default([])
      .openapi({
        description: 'Units that an answer may use. `factor` is the number of `unit` in one of it.',
      }),
  },
  SHORT_TEXT: { accepted: variants, ignoreAccents },
  ORDER: {
    items: z.array(markdown(500)).min(3).max(MAX_ITEMS).openapi({ description: 'In the right order' }),
  },
  MATCH: {
    pairs: z
      .array(z.strictObject({ left: markdown(500), right: markdown(500) }))
      .min(2)
      .max(MAX_ITEMS),
    distractors: z
      .array(markdown(500))
      .max(5)
      .default([])
      .openapi({ description: 'Right sides that belong to no left side' }),
  },
  GAP: {
    text: markdown(2_000).openapi({
      description: 'Markdown with the gaps `{{1}}`, `{{2}}`, … in this order',
    }),
    gaps: z
      .array(z.strictObject({ accepted: variants }))
      .min(1)
      .max(MAX_GAPS),
    wordBank: z
      .array(word)
      .min(2)
      .max(MAX_WORDS)
      .nullable()
      .default(null)
      .openapi({ description: 'Words to choose from, right and wrong ones. Null: the learner types.' }),
    ignoreAccents,
  },
} as const

const contentSchema = <const Type extends QuestionType>(type: Type) =>
  z.object({ type: z.literal(type), ...CONTENT_FIELDS[type] })

/** What a question asks and what solves it. Never sent to a learner before the answer. */
export type QuestionContent = {
  [Type in QuestionType]: z.output<ReturnType<typeof contentSchema<Type>>>
}[QuestionType]
export type ContentOf<Type extends QuestionType> = Extract<QuestionContent, { type: Type }>

/** The number of options that may have feedback of their own. */
export function countOptions(content: QuestionContent): number {
  return 'options' in content ? content.options.length : 0
}

export interface ContentError {
  path: (string | number)[]
  message: string
}

/** Checks the rules between the fields of a question. */
export function findContentErrors(
  content: QuestionContent & { optionFeedback?: string[] | null | undefined },
): ContentError[] {
  const { optionFeedback } = content
  const feedbackErrors =
    optionFeedback && optionFeedback.length !== countOptions(content)
      ? [{ path: ['optionFeedback'], message: feedbackMessage(content) }]
      : []
  return [...findErrorsOfType(content), ...feedbackErrors]
}

function feedbackMessage(content: QuestionContent): string {
  return 'options' in content
    ? 'must have one text per option; an empty text for none'
    : 'is only for questions with options'
}

function findErrorsOfType(content: QuestionContent): ContentError[] {
  switch (content.type) {
    case 'SINGLE_CHOICE':
      return [
        ...findRepeated(content.options, ['options']),
        ...(content.correctIndex < content.options.length
          ? []
          : [{ path: ['correctIndex'], message: 'must be the index of an option, from 0' }]),
      ]
    case 'MULTIPLE_CHOICE':
      return [
        ...findRepeated(content.options, ['options']),
        ...findRepeated(content.correctIndexes.map(String), ['correctIndexes']),
        ...content.correctIndexes.flatMap((correct, index) =>
          correct < content.options.length
            ? []
            : [{ path: ['correctIndexes', index], message: 'must be the index of an option, from 0' }],
        ),
      ]
    case 'NUMBER':
      return findNumberErrors(content)
    case 'SHORT_TEXT':
      return findVariantErrors(content.accepted, content.ignoreAccents, ['accepted'])
    case 'ORDER':
      return findRepeated(content.items, ['items'])
    case 'MATCH':
      return [
        ...findRepeated(
          content.pairs.map(({ left }) => left),
          ['pairs'],
        ),
        ...findRepeated([...content.pairs.map(({ right }) => right), ...content.distractors], ['pairs']),
      ]
    case 'GAP':
      return findGapErrors(content)
  }
}

function findRepeated(texts: string[], path: (string | number)[]): ContentError[] {
  return new Set(texts).size < texts.length ? [{ path, message: 'must differ from each other' }] : []
}

function findNumberErrors({
  value,
  toleranceType,
  unit: own,
  otherUnits,
}: ContentOf<'NUMBER'>): ContentError[] {
  const errors: ContentError[] = []
  if (toleranceType === 'RELATIVE' && value === 0)
    errors.push({ path: ['toleranceType'], message: 'must be ABSOLUTE, because a share of 0 is 0' })
  if (own === null && otherUnits.length > 0)
    errors.push({ path: ['unit'], message: 'is missing, and other units are measured by it' })
  const units = [...(own === null ? [] : [own]), ...otherUnits.map((other) => other.unit)]
  return [...errors, ...findRepeated(units, ['otherUnits'])]
}

function findVariantErrors(
  accepted: string[],
  areAccentsIgnored: boolean,
  path: (string | number)[],
): ContentError[] {
  const texts = accepted.map((text) => normalizeText(text, areAccentsIgnored))
  const empty = texts.indexOf('')
  if (empty >= 0) return [{ path: [...path, empty], message: 'must contain a visible character' }]
  const repeated = texts.findIndex((text, index) => texts.indexOf(text) < index)
  return repeated < 0
    ? []
    : [{ path: [...path, repeated], message: 'is compared as equal to another accepted text' }]
}

/** A gap in the text of a GAP question. */
export const GAP_MARK = /\{\{(\d{1,2})\}\}/g

function findGapErrors({
  text,
  gaps,
  wordBank,
  ignoreAccents: areAccentsIgnored,
}: ContentOf<'GAP'>): ContentError[] {
  const marks = [...text.matchAll(GAP_MARK)].map(([, number]) => Number(number))
  const isComplete = marks.length === gaps.length && marks.every((mark, index) => mark === index + 1)
  const errors: ContentError[] = isComplete
    ? []
    : [{ path: ['text'], message: `must contain {{1}} to {{${gaps.length}}} once each, in this order` }]
  for (const [index, { accepted }] of gaps.entries())
    errors.push(...findVariantErrors(accepted, areAccentsIgnored, ['gaps', index, 'accepted']))
  if (wordBank === null) return errors
  const bank = wordBank.map((each) => normalizeText(each, areAccentsIgnored))
  errors.push(...findRepeated(bank, ['wordBank']))
  for (const [index, { accepted }] of gaps.entries()) {
    const right = new Set(accepted.map((each) => normalizeText(each, areAccentsIgnored)))
    if (!bank.some((each) => right.has(each)))
      errors.push({ path: ['wordBank'], message: `has no accepted word for the gap {{${index + 1}}}` })
    if (bank.every((each) => right.has(each)))
      errors.push({ path: ['wordBank'], message: `has no wrong word for the gap {{${index + 1}}}` })
  }
  return errors
}

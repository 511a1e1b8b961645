import type { FieldError } from '../../../platform/errors.ts'
import { z } from '../../../platform/zod.ts'
import {
  type ContentOf,
  MAX_GAPS,
  MAX_ITEMS,
  MAX_OPTIONS,
  type QuestionContent,
  type QuestionType,
} from './question-content.ts'

const index = z.int().min(0)
export const selectedOptionField = index
  .max(MAX_OPTIONS - 1)
  .openapi({ description: 'SINGLE_CHOICE, from 0' })

/** The fields of an answer. Indexes count the presented lists from 0. `findAnswerErrors` checks which ones a type needs. */
export const AnswerSchema = z
  .strictObject({
    selectedOption: selectedOptionField,
    selectedOptions: z
      .array(index)
      .min(1)
      .max(MAX_OPTIONS)
      .openapi({ description: 'MULTIPLE_CHOICE: the selected options in any order' }),
    value: z.number().openapi({ description: 'NUMBER' }),
    unit: z
      .string()
      .max(40)
      .openapi({ description: 'NUMBER: one of the presented units; default: the first of them' }),
    text: z.string().max(500).openapi({ description: 'SHORT_TEXT' }),
    order: z
      .array(index)
      .max(MAX_ITEMS)
      .openapi({ description: 'ORDER: the presented items in the order of the learner' }),
    matches: z
      .array(index)
      .max(MAX_ITEMS)
      .openapi({ description: 'MATCH: for each presented left side its right side' }),
    gaps: z.array(z.string().max(500)).max(MAX_GAPS).openapi({ description: 'GAP: a text for each gap' }),
  })
  .partial()
  .openapi('Answer', { description: 'Only the field of the type of the question, for NUMBER also `unit`' })

export type Answer = { [Field in keyof z.output<typeof AnswerSchema>]?: z.output<typeof AnswerSchema>[Field] }

const FIELD_OF_TYPE = {
  SINGLE_CHOICE: 'selectedOption',
  MULTIPLE_CHOICE: 'selectedOptions',
  NUMBER: 'value',
  SHORT_TEXT: 'text',
  ORDER: 'order',
  MATCH: 'matches',
  GAP: 'gaps',
} as const satisfies Record<QuestionType, keyof Answer>

/** Reports what makes an answer impossible to grade. A complete answer that is not right has no errors. */
export function findAnswerErrors(content: QuestionContent, answer: Answer): FieldError[] {
  const field = FIELD_OF_TYPE[content.type]
  const allowed = content.type === 'NUMBER' ? [field, 'unit'] : [field]
  const foreign = Object.entries(answer).filter(
    ([name, value]) => value !== undefined && !allowed.includes(name),
  )
  if (foreign.length > 0)
    return foreign.map(([name]) => ({ field: name, message: `is not for a ${content.type} question` }))
  if (answer[field] === undefined) return [{ field, message: `is required for a ${content.type} question` }]
  const message = findMessage(content, answer)
  return message === undefined ? [] : [typeof message === 'string' ? { field, message } : message]
}

function findMessage(content: QuestionContent, answer: Answer): string | FieldError | undefined {
  switch (content.type) {
    case 'SINGLE_CHOICE':
      return isIndex(answer.selectedOption!, content.options.length)
        ? undefined
        : describeRange(content.options.length)
    case 'MULTIPLE_CHOICE':
      return findIndexMessage(answer.selectedOptions!, content.options.length)
    case 'NUMBER':
      return findNumberMessage(content, answer)
    case 'SHORT_TEXT':
      return undefined
    case 'ORDER':
      return findListMessage(answer.order!, content.items.length, content.items.length)
    case 'MATCH':
      return findListMessage(
        answer.matches!,
        content.pairs.length,
        content.pairs.length + content.distractors.length,
      )
    case 'GAP':
      return answer.gaps!.length === content.gaps.length ? undefined : describeLength(content.gaps.length)
  }
}

function findNumberMessage(content: ContentOf<'NUMBER'>, answer: Answer): string | FieldError | undefined {
  if (!Number.isFinite(answer.value)) return 'must be a number'
  if (answer.unit === undefined) return undefined
  const units = unitsOf(content)
  if (units.includes(answer.unit)) return undefined
  return {
    field: 'unit',
    message: units.length === 0 ? 'must be omitted' : `must be one of ${units.join(', ')}`,
  }
}

/** The units that an answer may use. The first one is the unit of the question. */
export function unitsOf({ unit, otherUnits }: ContentOf<'NUMBER'>): string[] {
  return unit === null ? [] : [unit, ...otherUnits.map((other) => other.unit)]
}

function findListMessage(indexes: number[], length: number, count: number): string | undefined {
  return indexes.length === length ? findIndexMessage(indexes, count) : describeLength(length)
}

function findIndexMessage(indexes: number[], count: number): string | undefined {
  if (!indexes.every((each) => isIndex(each, count))) return describeRange(count)
  return new Set(indexes).size === indexes.length ? undefined : 'must differ from each other'
}

function isIndex(value: number, count: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < count
}

function describeRange(count: number): string {
  return `must be from 0 to ${count - 1}`
}

function describeLength(length: number): string {
  return `must have exactly ${length} ${length === 1 ? 'item' : 'items'}`
}

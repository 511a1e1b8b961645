import { z } from '../../../platform/zod.ts'
import { unitsOf } from './answer.ts'
import { type QuestionType, TYPE_NAMES } from './question-content.ts'
import { shuffledOrder } from './shuffle.ts'
import type { StoredQuestion } from './stored-question.ts'

const markdown = z.string().openapi({ description: 'Markdown, without HTML' })
const html = z.string().openapi({ description: 'The same as safe HTML, with maths as MathML' })

const shared = {
  id: z.string(),
  prompt: markdown,
  promptHtml: html,
  hasHint: z.boolean().openapi({ description: 'Whether the question has a hint' }),
}
const choice = { options: z.array(markdown), optionsHtml: z.array(html) }

/** The schema of a question as a learner sees it, with further fields. `name` is its name in the API document. */
export function presentedQuestionSchema<Extra extends z.ZodRawShape>(name: string, extra: Extra) {
  const ofType = <const Type extends QuestionType, Own extends z.ZodRawShape>(type: Type, own: Own) =>
    z.object({ ...shared, ...extra, type: z.literal(type), ...own }).openapi(`${name}${TYPE_NAMES[type]}`)
  return z
    .discriminatedUnion('type', [
      ofType('SINGLE_CHOICE', choice),
      ofType('MULTIPLE_CHOICE', choice),
      ofType('NUMBER', {
        units: z
          .array(z.string())
          .openapi({ description: 'Units that the answer may use; empty if the number has none' }),
      }),
      ofType('SHORT_TEXT', {}),
      ofType('ORDER', { items: z.array(markdown), itemsHtml: z.array(html) }),
      ofType('MATCH', {
        left: z.array(markdown),
        leftHtml: z.array(html),
        right: z
          .array(markdown)
          .openapi({ description: 'May be longer than `left`: then some belong to no left side' }),
        rightHtml: z.array(html),
      }),
      ofType('GAP', {
        text: z.string().openapi({ description: 'Markdown with the gaps `{{1}}`, `{{2}}`, …' }),
        textHtml: z.string().openapi({ description: 'HTML; a gap is an empty `<span data-gap="1">`' }),
        gapCount: z.int(),
        wordBank: z
          .array(z.string())
          .nullable()
          .openapi({ description: 'Words to choose from; null if the learner types' }),
      }),
    ])
    .openapi(name)
}

/** A question as a learner sees it before answering. */
export const PresentedQuestionSchema = presentedQuestionSchema('PresentedQuestion', {})
export type PresentedQuestion = z.output<typeof PresentedQuestionSchema>

export const PRESENTED_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000f1',
  type: 'SINGLE_CHOICE',
  prompt: 'What ties a block to the one before it?',
  promptHtml: '<p>What ties a block to the one before it?</p>',
  hasHint: false,
  options: ['Its number', 'The hash of the previous block', 'Its time'],
  optionsHtml: ['Its number', 'The hash of the previous block', 'Its time'],
} as const

/**
 * Returns what a client may see before the answer: never the solution, and lists without a meaningful order shuffled.
 * The seed is a text that stays the same for one attempt and decides the order. A client must not know it, because it
 * could undo the shuffling.
 */
export function presentQuestion(question: StoredQuestion, seed: string): PresentedQuestion {
  const { id, prompt } = question
  const common = { id, prompt, promptHtml: question.html.prompt, hasHint: question.hint !== null }
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE': {
      const order = optionOrder(question, seed)
      return {
        ...common,
        type: question.type,
        options: pick(question.options, order),
        optionsHtml: pick(question.html.options!, order),
      }
    }
    case 'NUMBER':
      return { ...common, type: question.type, units: unitsOf(question) }
    case 'SHORT_TEXT':
      return { ...common, type: question.type }
    case 'ORDER': {
      const order = itemOrder(question, seed)
      return {
        ...common,
        type: question.type,
        items: pick(question.items, order),
        itemsHtml: pick(question.html.items!, order),
      }
    }
    case 'MATCH': {
      const { left, right } = matchOrder(question, seed)
      const rights = [...question.pairs.map((pair) => pair.right), ...question.distractors]
      return {
        ...common,
        type: question.type,
        left: left.map((index) => question.pairs[index]!.left),
        leftHtml: pick(question.html.left!, left),
        right: pick(rights, right),
        rightHtml: pick(question.html.right!, right),
      }
    }
    case 'GAP':
      return {
        ...common,
        type: question.type,
        text: question.text,
        textHtml: question.html.text!,
        gapCount: question.gaps.length,
        wordBank:
          question.wordBank &&
          pick(question.wordBank, shuffledOrder(question.wordBank.length, seed, question.id)),
      }
  }
}

function pick<Item>(items: Item[], order: number[]): Item[] {
  return order.map((index) => items[index]!)
}

type OfType<Type> = Extract<StoredQuestion, { type: Type }>

/** Position in the presented options → index in the stored options. */
export function optionOrder({ id, options }: { id: string; options: string[] }, seed: string): number[] {
  return shuffledOrder(options.length, seed, id)
}

export function itemOrder({ id, items }: OfType<'ORDER'>, seed: string): number[] {
  return shuffledOrder(items.length, seed, id)
}

/** The sides have separate shuffles: the same one for both would leave every pair in its line. */
export function matchOrder({ id, pairs, distractors }: OfType<'MATCH'>, seed: string) {
  return {
    left: shuffledOrder(pairs.length, seed, `${id}\nleft`),
    right: shuffledOrder(pairs.length + distractors.length, seed, `${id}\nright`),
  }
}

import type { QuestionContent } from './question-content.ts'

/** The Markdown of a question. Accepted words, units and word banks are not Markdown. */
export type QuestionText = QuestionContent & {
  prompt: string
  explanation: string
  /** A tip that a learner may ask for. */
  hint: string | null
  /** A text for each option in the stored order, shown to a learner who selected it. */
  optionFeedback: string[] | null
}

type MapText = (text: string, path: (string | number)[]) => string

/** Returns the question with `map` applied to each of its Markdown texts. Empty texts stay empty. */
export function mapTexts<Question extends QuestionText>(question: Question, map: MapText): Question {
  const mapList = (texts: string[], ...path: (string | number)[]) =>
    texts.map((text, index) => (text === '' ? '' : map(text, [...path, index])))
  const { prompt, explanation, hint, optionFeedback } = question
  return {
    ...question,
    ...mapContent(question, map, mapList),
    prompt: map(prompt, ['prompt']),
    explanation: explanation === '' ? '' : map(explanation, ['explanation']),
    hint: hint && map(hint, ['hint']),
    optionFeedback: optionFeedback && mapList(optionFeedback, 'optionFeedback'),
  }
}

function mapContent(
  content: QuestionContent,
  map: MapText,
  mapList: (texts: string[], ...path: (string | number)[]) => string[],
): Partial<QuestionContent> {
  switch (content.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return { options: mapList(content.options, 'options') }
    case 'ORDER':
      return { items: mapList(content.items, 'items') }
    case 'MATCH':
      return {
        pairs: content.pairs.map(({ left, right }, index) => ({
          left: map(left, ['pairs', index, 'left']),
          right: map(right, ['pairs', index, 'right']),
        })),
        distractors: mapList(content.distractors, 'distractors'),
      }
    case 'GAP':
      return { text: map(content.text, ['text']) }
    default:
      return {}
  }
}

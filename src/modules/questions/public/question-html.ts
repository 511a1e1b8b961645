import { findImagesWithoutAlt, renderInlineMarkdown, renderMarkdown } from './markdown/render-markdown.ts'
import { findMathError } from './markdown/render-math.ts'
import { splitMath } from './markdown/split-math.ts'
import { type ContentError, GAP_MARK } from './question-content.ts'
import { mapTexts, type QuestionText } from './question-text.ts'

/** The texts of a question as safe HTML, in the stored order. */
export interface QuestionHtml {
  prompt: string
  explanation: string
  hint: string | null
  optionFeedback: string[] | null
  /** SINGLE_CHOICE and MULTIPLE_CHOICE. */
  options?: string[]
  /** ORDER. */
  items?: string[]
  /** MATCH. */
  left?: string[]
  /** MATCH: the right sides of the pairs, then the distractors. */
  right?: string[]
  /** GAP: a gap is an empty `<span data-gap="1">`. */
  text?: string
}

/** Compiles the texts of a question. It runs when a question is stored, so that reading needs no compiler. */
export function compileQuestionHtml(question: QuestionText): QuestionHtml {
  const html = {
    prompt: renderMarkdown(question.prompt),
    explanation: renderMarkdown(question.explanation),
    hint: question.hint && renderMarkdown(question.hint),
    optionFeedback: question.optionFeedback?.map(renderMarkdown) ?? null,
  }
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return { ...html, options: question.options.map(renderInlineMarkdown) }
    case 'ORDER':
      return { ...html, items: question.items.map(renderInlineMarkdown) }
    case 'MATCH':
      return {
        ...html,
        left: question.pairs.map(({ left }) => renderInlineMarkdown(left)),
        right: [...question.pairs.map(({ right }) => right), ...question.distractors].map(
          renderInlineMarkdown,
        ),
      }
    case 'GAP':
      return {
        ...html,
        text: renderMarkdown(question.text).replace(GAP_MARK, '<span data-gap="$1"></span>'),
      }
    default:
      return html
  }
}

/** Reports LaTeX that does not compile and pictures without a text alternative. */
export function findTextErrors(question: QuestionText): ContentError[] {
  const errors: ContentError[] = []
  mapTexts(question, (text, path) => {
    for (const { isMath, latex, isDisplay } of splitMath(text)) {
      const error = isMath ? findMathError(latex, isDisplay) : undefined
      if (error) errors.push({ path, message: `has LaTeX that does not compile: ${error}` })
    }
    for (const url of findImagesWithoutAlt(text))
      errors.push({ path, message: `has the picture ${url} without a text alternative` })
    return text
  })
  return errors
}

import type { QuizDraft } from './public/question-draft.ts'
import { sanitizeMarkdown } from './sanitize-markdown.ts'

/** Sanitizes prompt, options and explanation, which are Markdown: they may contain code in backticks. */
export function sanitizeQuiz<Quiz extends Partial<Pick<QuizDraft, 'prompt' | 'options' | 'explanation'>>>(
  quiz: Quiz,
): Quiz {
  const { prompt, options, explanation } = quiz
  return {
    ...quiz,
    ...(prompt === undefined ? {} : { prompt: sanitizeMarkdown(prompt) }),
    ...(options === undefined ? {} : { options: options.map(sanitizeMarkdown) }),
    ...(explanation === undefined ? {} : { explanation: sanitizeMarkdown(explanation) }),
  }
}

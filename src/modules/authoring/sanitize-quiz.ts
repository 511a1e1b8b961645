import { mapTexts, type QuestionText } from '../questions/public/question-text.ts'
import { sanitizeMarkdown } from './sanitize-markdown.ts'

/** Sanitizes the texts of a question, which are Markdown: they may contain code in backticks, pictures and formulas. */
export function sanitizeQuiz<Quiz extends QuestionText>(quiz: Quiz): Quiz {
  return mapTexts(quiz, sanitizeMarkdown)
}

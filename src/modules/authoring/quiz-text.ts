import { type ContentError, findContentErrors } from '../questions/public/question-content.ts'
import { findTextErrors } from '../questions/public/question-html.ts'
import { mapTexts, type QuestionText } from '../questions/public/question-text.ts'
import type { PlainQuiz as Quiz } from './public/plain-quiz.ts'

/** A quiz of a pack in the form of a question. Single choice has its right option first. */
function toQuestionText(quiz: Quiz): QuestionText {
  const { prompt, explanation, hint = null } = quiz
  const optionFeedback = ('optionFeedback' in quiz && quiz.optionFeedback) || null
  const texts = { prompt, explanation, hint, optionFeedback }
  return 'right' in quiz
    ? { ...texts, type: 'SINGLE_CHOICE', options: [quiz.right, ...quiz.wrong], correctIndex: 0 }
    : { ...quiz, ...texts }
}

/** Returns the quiz with `map` applied to each of its Markdown texts. */
export function mapQuizTexts(quiz: Quiz, map: (text: string) => string): Quiz {
  const { prompt, explanation, hint, optionFeedback, ...content } = mapTexts(toQuestionText(quiz), map)
  const texts = {
    prompt,
    explanation,
    ...(hint === null ? {} : { hint }),
    ...(optionFeedback === null ? {} : { optionFeedback }),
  }
  if (!('right' in quiz)) return { ...quiz, ...content, ...texts } as Quiz
  const [right, ...wrong] = content.type === 'SINGLE_CHOICE' ? content.options : []
  return { ...quiz, ...texts, right: right!, wrong }
}

/** Reports the errors of a quiz with the fields of the pack. */
export function findQuizErrors(quiz: Quiz): ContentError[] {
  const question = toQuestionText(quiz)
  const errors = [...findContentErrors(question), ...findTextErrors(question)]
  return 'right' in quiz ? errors.map(toFieldOfSingleChoice) : errors
}

function toFieldOfSingleChoice({ path: [field, index], message }: ContentError): ContentError {
  if (field !== 'options') return { path: index === undefined ? [field!] : [field!, index], message }
  if (index === undefined) return { path: ['wrong'], message: `${message}, and from the right option` }
  return { path: index === 0 ? ['right'] : ['wrong', Number(index) - 1], message }
}

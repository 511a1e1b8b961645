import type { CsvCell } from '../../platform/csv.ts'
import { MAX_OPTIONS } from '../questions/public/question-content.ts'
import type { CourseQuestionStats } from './question-stats.ts'

const OPTION_NUMBERS = Array.from({ length: MAX_OPTIONS }, (_, index) => index + 1)
const HEADER = [
  ...['questionId', 'lessonId', 'lessonTitle', 'type', 'prompt'],
  ...['answers', 'correctShare', 'difficultyRating', 'discrimination', 'medianSeconds'],
  ...OPTION_NUMBERS.flatMap((number) => [`option${number}`, `share${number}`]),
]

export const QUESTION_STATS_CSV_EXAMPLE = `${HEADER.join(',')}\r\n`

/** One row for each question, with columns for as many options as a question may have. */
export function toQuestionStatsTable(stats: CourseQuestionStats[]): CsvCell[][] {
  return [
    HEADER,
    ...stats.map(({ options, ...question }) => [
      ...[question.questionId, question.lessonId, question.lessonTitle, question.type, question.prompt],
      ...[question.answers, question.correctShare, question.difficultyRating, question.discrimination],
      question.medianSeconds,
      ...OPTION_NUMBERS.flatMap((number) => {
        const option = options?.[number - 1]
        return [option?.text ?? null, option?.share ?? null]
      }),
    ]),
  ]
}

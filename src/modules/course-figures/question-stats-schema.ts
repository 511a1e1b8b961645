import { z } from '../../platform/zod.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'

export const CourseQuestionStatsSchema = z
  .object({
    questionId: z.string(),
    lessonId: z.string().nullable().openapi({ description: 'Null for a question of the course test' }),
    lessonTitle: z.string().nullable(),
    type: z.enum(QUESTION_TYPES),
    prompt: z.string(),
    answers: z.int().min(0).openapi({
      description:
        'First answers in lessons, and answers in tests, battles, contests and reviews. They are counted by a job, within minutes.',
    }),
    correctShare: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .openapi({ description: 'From 0 to 1; null for fewer than five answers' }),
    difficultyRating: z
      .number()
      .nullable()
      .openapi({ description: 'In Elo points; null for fewer than five answers' }),
    discrimination: z.number().min(-1).max(1).nullable().openapi({
      description:
        'How well a right answer tells strong from weak learners. Near 0: not at all. Below 0: the solution may be wrong. Null for fewer than twenty answers',
    }),
    medianSeconds: z.number().min(0).nullable().openapi({
      description:
        'The time until the first answer in a lesson, as the apps of learners report it; null for fewer than five. About, because times are counted in twenty ranges',
    }),
    options: z
      .array(
        z.object({ text: z.string(), isCorrect: z.boolean(), share: z.number().min(0).max(1).nullable() }),
      )
      .nullable()
      .openapi({
        description:
          'For a single-choice question: the share of learners who selected each option in their first answer in a lesson; null for fewer than five learners. Answers from before an edit of the options count by their position.',
      }),
  })
  .openapi('CourseQuestionStats')

export const QUESTION_STATS_EXAMPLE = {
  questionId: '019a8b5e-7c1d-7000-8000-0000000000f1',
  lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
  lessonTitle: 'What a key opens',
  type: 'SINGLE_CHOICE',
  prompt: 'Who may spend?',
  answers: 96,
  correctShare: 0.75,
  difficultyRating: 1450,
  discrimination: 0.31,
  medianSeconds: 12.5,
  options: [
    { text: 'Who has the key', isCorrect: true, share: 0.75 },
    { text: 'Anybody', isCorrect: false, share: 0.25 },
  ],
}

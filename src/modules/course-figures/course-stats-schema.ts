import { z } from '../../platform/zod.ts'
import { SLIDE_TYPES } from '../catalog/public/slide.ts'

const Count = z.int().min(0)
const Share = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .openapi({ description: 'From 0 to 1; null for fewer than five learners' })
const median = (description: string) =>
  z
    .number()
    .min(0)
    .nullable()
    .openapi({ description: `${description}; null for fewer than five learners` })

export const CourseStatsSchema = z
  .object({
    from: z.iso.date().nullable().openapi({ description: 'The first day (UTC); null for all time' }),
    to: z.iso.date().openapi({ description: 'The last day (UTC)' }),
    learners: z
      .object({
        enrolled: Count,
        started: Count.openapi({ description: 'Answered a question or completed a lesson' }),
        completed: Count,
        completedShare: Share,
        medianDaysToComplete: median('From the enrollment to the completion'),
      })
      .openapi({ description: 'The learners who enrolled in the period, and what they have done until now' }),
    lessons: z
      .array(
        z.object({
          lessonId: z.string(),
          title: z.string(),
          status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
          started: Count.openapi({
            description: 'Answered a question of it or completed it; reading is not stored',
          }),
          startedShare: Share,
          completed: Count,
          completedShare: Share,
          medianSeconds: median('As the apps of learners report it'),
          plays: Count.openapi({
            description:
              'How often learners who had not completed it played its published slides in the period. A learner who leaves and comes back counts again.',
          }),
          slides: z
            .array(
              z.object({
                order: z.int().min(1),
                type: z.enum(SLIDE_TYPES),
                title: z.string().openapi({ description: 'The beginning of its text if it has no title' }),
                seen: Count.openapi({ description: 'The plays that came to the slide' }),
                seenShare: Share.openapi({ description: 'Of the plays; null for fewer than five' }),
                medianSeconds: median('The time on the slide before the learner goes on'),
              }),
            )
            .openapi({ description: 'Since the slides were published; empty for a draft' }),
        }),
      )
      .openapi({ description: 'The same learners in each lesson. Shares are of all enrolled learners.' }),
    test: z
      .object({
        attempts: Count,
        submitted: Count,
        passed: Count,
        passedShare: Share,
        medianScore: median('Of submitted attempts, in per cent'),
      })
      .openapi({
        description:
          'Attempts that started in the period. Those that did not pass are deleted after three years.',
      }),
    submissions: z
      .object({ SUBMITTED: Count, UNDER_REVIEW: Count, PASSED: Count, NEEDS_REVISION: Count })
      .openapi({ description: 'Projects that were submitted in the period, by their current status' }),
    criteria: z
      .array(
        z.object({
          criterion: z.string(),
          maxPoints: Count,
          assessed: Count.openapi({ description: 'Assessed projects' }),
          averagePoints: z
            .number()
            .min(0)
            .nullable()
            .openapi({ description: 'Null for fewer than five learners' }),
          fullPointsShare: Share.openapi({
            description: 'With all points, from 0 to 1; null for fewer than five learners',
          }),
        }),
      )
      .openapi({
        description:
          'Each criterion of the rubric in the assessments of these projects. A criterion with other words or points counts apart; the newest rubric is first.',
      }),
    certificates: z.object({ issued: Count, revoked: Count }).openapi({
      description: 'Certificates that were issued in the period, and those of them that are revoked',
    }),
    days: z
      .array(z.object({ day: z.iso.date(), enrolled: Count, completed: Count }))
      .openapi({ description: 'Each day (UTC) of the period, the oldest first; at most the last 366' }),
  })
  .openapi('CourseStats')

export const COURSE_STATS_EXAMPLE = {
  from: '2026-11-02',
  to: '2026-11-02',
  learners: { enrolled: 120, started: 96, completed: 40, completedShare: 0.333, medianDaysToComplete: 6.5 },
  lessons: [
    {
      lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
      title: 'What a key opens',
      status: 'PUBLISHED',
      started: 96,
      startedShare: 0.8,
      completed: 84,
      completedShare: 0.7,
      medianSeconds: 240,
      plays: 100,
      slides: [
        {
          order: 1,
          type: 'TEXT_WITH_IMAGE',
          title: 'Two keys',
          seen: 100,
          seenShare: 1,
          medianSeconds: 14.5,
        },
      ],
    },
  ],
  test: { attempts: 52, submitted: 50, passed: 38, passedShare: 0.76, medianScore: 87.5 },
  submissions: { SUBMITTED: 0, UNDER_REVIEW: 2, PASSED: 17, NEEDS_REVISION: 3 },
  criteria: [
    {
      criterion: 'Deposits and withdrawals work',
      maxPoints: 60,
      assessed: 20,
      averagePoints: 48.5,
      fullPointsShare: 0.4,
    },
  ],
  certificates: { issued: 31, revoked: 0 },
  days: [{ day: '2026-11-02', enrolled: 120, completed: 0 }],
}

import { z } from '../../../platform/zod.ts'
import { type Course, LEVELS } from './catalog.ts'
import { CategoryKeySchema, CategoryTitlesField } from './category.ts'
import { CoverField, presentCover } from './cover.ts'
import { coverUrl } from './media-url.ts'

/** The fields that every response about a course of the catalog has. */
export const courseFields = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: CategoryKeySchema,
  categoryTitles: CategoryTitlesField,
  level: z.enum(LEVELS),
  isPremium: z.boolean(),
  coverUrl: z.string().nullable(),
  cover: CoverField,
  skills: z.array(z.string()),
  totalLessons: z.number().int(),
}

export function presentCourseFields(
  course: Course,
  publicUrl: string,
): z.output<z.ZodObject<typeof courseFields>> {
  const { id, title, description, category, categoryTitles, level, isPremium, skills } = course
  return {
    id,
    title,
    description,
    category,
    categoryTitles,
    level,
    isPremium,
    coverUrl: coverUrl(publicUrl, course),
    cover: presentCover(course.cover, publicUrl),
    skills,
    totalLessons: course.lessons.length,
  }
}

export const COURSE_FIELDS_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000c1',
  title: 'Blockchain basics',
  description: 'What a chain of blocks is, and what it is good for.',
  category: 'BLOCKCHAIN',
  categoryTitles: { en: 'Blockchain' },
  level: 'BEGINNER',
  isPremium: false,
  coverUrl: 'http://localhost:3000/files/media/9f86d081884c7d659a2feaa0c55ad015.svg',
  cover: null,
  skills: ['blockchain', 'hashing'],
} as const

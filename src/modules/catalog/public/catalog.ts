import type { Id, UserId } from '../../../platform/ids.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'
import type { Category } from './category.ts'
import type { CourseTestRules } from './course-test-rules.ts'
import type { Cover } from './cover.ts'
import type { RequiredScore } from './lesson-requirement.ts'

export type CourseId = Id<'Course'>
export type LessonId = Id<'Lesson'>
export type PathId = Id<'LearningPath'>

export const LEVELS = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const
export type Level = (typeof LEVELS)[number]
export const PATH_KINDS = ['FOUNDATION', 'SPECIALIZATION'] as const
export type PathKind = (typeof PATH_KINDS)[number]

/** A lesson without its slides. */
export interface Lesson {
  id: LessonId
  courseId: CourseId
  title: string
  /** From 1, without gaps; archived lessons do not count. */
  order: number
  xpReward: number
  gemReward: number
  /** Of the lesson, or else of its course. */
  requiredScore: RequiredScore
  /** Estimated time: see `lesson_minutes` in the migration. */
  minutes: number
  questionIds: QuestionId[]
  /** Earlier publications that learners may have open, the newest first. */
  earlier: EarlierPublication[]
}

/** A publication with other questions or another requirement. Retention deletes it after some weeks. */
export interface EarlierPublication {
  questionIds: QuestionId[]
  requiredScore: RequiredScore
  /** When the next publication replaced it. */
  replacedAt: string
}

/** What changed with a publication of a course, or of one of its lessons. */
export interface ChangeNote {
  note: string
  lessonId: LessonId | null
  publishedAt: string
}

export interface Course {
  id: CourseId
  key: string
  title: string
  description: string
  /** The key of a category. */
  category: string
  categoryTitles: Category['titles']
  level: Level
  isPremium: boolean
  /** The drawing of a content pack. */
  coverKey: string | null
  cover: Cover | null
  skills: string[]
  bonusXp: number
  bonusGems: number
  hasProject: boolean
  test: CourseTestRules
  requiredScore: RequiredScore
  /** The users who wrote it. It pays them nothing. */
  authorIds: UserId[]
  /** The latest notes of its authors about changes, the newest first. */
  changes: ChangeNote[]
  lessons: Lesson[]
  pathIds: PathId[]
}

/** The colours of learning paths. The web applications have a palette for each, in light and dark. */
export const PATH_ACCENTS = ['violet', 'blue', 'teal', 'rose', 'orange', 'green'] as const

export interface LearningPath {
  id: PathId
  key: string
  title: string
  description: string
  category: string
  categoryTitles: Category['titles']
  kind: PathKind
  isPremium: boolean
  /** Only what a course of the path teaches. */
  skills: string[]
  /** Further words that match a career goal. */
  synonyms: string[]
  accent: (typeof PATH_ACCENTS)[number]
  cover: Cover | null
  courses: Course[]
}

/** All published content at one version. */
export interface Catalog {
  version: bigint
  /** By key, in the order of their display. */
  categories: Map<string, Category>
  courses: Map<CourseId, Course>
  lessons: Map<LessonId, Lesson>
  paths: Map<PathId, LearningPath>
}

export function getCourse(catalog: Catalog, id: string): Course {
  const course = catalog.courses.get(id as CourseId)
  if (!course) throw errors.course_not_found()
  return course
}

export function getLesson(catalog: Catalog, id: string): { lesson: Lesson; course: Course } {
  const lesson = catalog.lessons.get(id as LessonId)
  if (!lesson) throw errors.lesson_not_found()
  return { lesson, course: getCourse(catalog, lesson.courseId) }
}

export function getPath(catalog: Catalog, id: string): LearningPath {
  const path = catalog.paths.get(id as PathId)
  if (!path) throw errors.path_not_found()
  return path
}

import type { Platform } from '../../platform/platform.ts'
import type { AuthoredContent, AuthoredLesson } from './authored-pack.ts'
import {
  listAuthoredCourses,
  listAuthoredLessons,
  listAuthoredPaths,
  listAuthoredQuestions,
  listUsedSubjects,
} from './export-queries.ts'
import { EVERYTHING, type Selection } from './selection.ts'

type LoadDeps = Pick<Platform, 'db'> & { publicUrl: string }

/** Reads the authored content of a selection as learners see it: changes that are not published are left out. */
export async function loadAuthoredContent(
  { db, publicUrl }: LoadDeps,
  selection: Selection,
): Promise<AuthoredContent> {
  const courses = await listAuthoredCourses(db, selection)
  const courseIds = courses.map(({ id }) => id)
  const lessons = await listAuthoredLessons(db, { courseIds, drafts: selection.drafts })
  const questions = await listAuthoredQuestions(db, selection, {
    courseIds,
    lessonIds: lessons.map(({ id }) => id),
    inLessons: questionsOf(lessons),
  })
  const paths = (await listAuthoredPaths(db, selection)).filter((path) => path.courses.length > 0)
  const subjects = await listUsedSubjects(db, {
    topics: [...courses.map(({ topic }) => topic), ...questions.map(({ topicKey }) => topicKey)],
    categories: [...courses, ...paths].map(({ category }) => category),
  })
  return withRelativeFiles({ ...subjects, courses, lessons, questions, paths }, publicUrl)
}

/** What the server has of the items of a pack, in any state. */
export async function loadStoredItems(
  { db, publicUrl }: LoadDeps,
  { courses, lessons, questions, paths }: AuthoredContent,
): Promise<Omit<AuthoredContent, 'topics' | 'categories'>> {
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
  const keys = questions.map(({ key }) => key)
  const stored = {
    courses: await listAuthoredCourses(db, EVERYTHING, idsOf(courses)),
    lessons: await listAuthoredLessons(db, { courseIds: [], drafts: true }, idsOf(lessons)),
    questions: await listAuthoredQuestions(
      db,
      EVERYTHING,
      { courseIds: [], lessonIds: [], inLessons: [] },
      keys,
    ),
    paths: await listAuthoredPaths(db, EVERYTHING, idsOf(paths)),
  }
  return withRelativeFiles(stored, publicUrl)
}

export function questionsOf(lessons: AuthoredLesson[]): string[] {
  return lessons.flatMap(({ slides }) =>
    slides.flatMap((slide) => (slide.type === 'QUIZ' ? [slide.questionId] : [])),
  )
}

/** Texts name files of the library without the address of the server, because another server has another one. */
function withRelativeFiles<Content>(content: Content, publicUrl: string): Content {
  return JSON.parse(JSON.stringify(content).replaceAll(`${publicUrl}/files/library/`, '/files/library/'))
}

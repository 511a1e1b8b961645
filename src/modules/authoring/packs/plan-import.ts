import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import { BUILT_IN_CATEGORIES } from '../../catalog/public/category.ts'
import { readRequirement } from '../../catalog/public/lesson-requirement.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import { planRows, type RowPlan } from '../../questions/public/import-plan.ts'
import {
  type ImportedQuestion,
  planQuestions,
  planTopics,
  type QuestionPlan,
  type TopicPlan,
} from '../../questions/public/import-questions.ts'
import type { QuestionId, TopicId } from '../../questions/public/question.ts'
import {
  ownedByOtherPack,
  type Pack,
  type PackCourse,
  type PackError,
  PackImportError,
  type PackLesson,
} from '../public/pack.ts'
import { challengeKeyOf, practiceKeyOf, quizKeyOf, testKeyOf } from '../public/question-keys.ts'
import {
  type CategoryRow,
  type CourseRow,
  type LessonRow,
  listStoredCategories,
  listStoredCourses,
  listStoredLessons,
  listStoredPaths,
  listTakenOver,
  type PathRow,
} from './queries.ts'

/** Every row that an import writes. */
export interface PackPlan {
  packId: string
  categories: RowPlan<CategoryRow>
  topics: TopicPlan
  questions: QuestionPlan
  courses: RowPlan<CourseRow>
  lessons: RowPlan<LessonRow>
  paths: RowPlan<PathRow>
}

interface PlanOptions {
  packId: string
  archiveMissing: boolean
}

/** Plans an import without writing. Throws `PackImportError` for content that belongs to another pack. */
export async function planPack(db: Db, pack: Pack, archiveMissing: boolean): Promise<PackPlan> {
  const packId = pack.id
  const options = { packId, archiveMissing }
  const taken = await listTakenOver(db)
  const isTaken = (key: string) => taken.some((course) => course.key === key)
  const imported = { ...pack, courses: pack.courses.filter(({ key }) => !isTaken(key)) }
  const categories = planRows(
    pack.categories.map((each, index) => ({ ...each, position: BUILT_IN_CATEGORIES.size + index + 1 })),
    await listStoredCategories(db),
    // Categories always stay, because authored content may use them.
    { packId, archiveMissing: false, isShared: true },
  )
  const topics = await planTopics(db, pack.topics, packId)
  const storedLessons = await listStoredLessons(db, {
    packId,
    keys: imported.courses.map(({ key }) => key),
  })
  const lessonIds = idsOfLessons(imported.courses, storedLessons)
  const questions = await planQuestions(db, {
    questions: [
      ...quizzesOf(imported),
      ...testQuestionsOf(imported),
      ...practiceQuestionsOf(imported, lessonIds),
      ...challengesOf(pack),
    ],
    topicIds: topics.ids,
    ...options,
  })
  const { courseIds, ...planned } = await planCourses(db, pack.courses, topics.ids, options)
  const courses = leaveTakenOver(planned, pack, taken)
  const ids = { courseIds, lessonIds, questionIds: questions.ids }
  const lessons = planRows<LessonRow>(lessonRowsOf(imported.courses, ids), storedLessons, options)
  const paths = await planPaths(db, pack, taken, options)
  const plan = { packId, categories, topics, questions, courses, lessons, paths }
  const errors = findConflicts(plan)
  if (errors.length > 0) throw new PackImportError(errors)
  return plan
}

/** A course of another pack is one error: its questions and lessons are not listed. */
function findConflicts({ packId, categories, topics, questions, courses, paths }: PackPlan): PackError[] {
  const errorsOf = (plan: RowPlan<unknown>, kind: string, fileOf: (key: string) => string): PackError[] =>
    plan.conflicts.map(({ key, packId: owner }) => ({
      file: fileOf(key),
      line: 1,
      message: ownedByOtherPack(`the ${kind} ${key}`, { owner, packId }),
    }))
  return [
    ...errorsOf(categories, 'category', () => 'categories.yaml'),
    ...errorsOf(topics, 'topic', () => 'topics.yaml'),
    ...errorsOf(courses, 'course', (key) => `courses/${key}/course.yaml`),
    ...errorsOf(paths, 'path', (key) => `paths/${key}.yaml`),
    ...errorsOf(questions, 'question', (key) => `questions/${key.replace(/^topic:|\/.*$/g, '')}.yaml`).filter(
      ({ file }) => !file.startsWith('questions/course:'),
    ),
  ]
}

function quizzesOf(pack: Pack): ImportedQuestion[] {
  return pack.courses.flatMap((course) =>
    course.quizzes.map((quiz) => ({
      ...quiz,
      key: quizKeyOf(course.key, quiz.key),
      topicKey: course.topic,
      use: 'PRACTICE' as const,
    })),
  )
}

function testQuestionsOf(pack: Pack): ImportedQuestion[] {
  return pack.courses.flatMap((course) =>
    course.testQuestions.map((quiz) => ({
      ...quiz,
      key: testKeyOf(course.key, quiz.key),
      topicKey: course.topic,
      use: 'TEST' as const,
      courseKey: course.key,
    })),
  )
}

function practiceQuestionsOf(pack: Pack, lessonIds: Map<string, LessonId>): ImportedQuestion[] {
  return pack.courses.flatMap((course) =>
    course.practiceQuestions.map(({ lesson, ...quiz }) => ({
      ...quiz,
      key: practiceKeyOf(course.key, quiz.key),
      topicKey: course.topic,
      use: 'PRACTICE' as const,
      practiceLessonId: lesson === undefined ? undefined : lessonIds.get(`${course.key}/${lesson}`),
    })),
  )
}

function challengesOf(pack: Pack): ImportedQuestion[] {
  return pack.questions.map(({ topic, ...quiz }) => ({
    ...quiz,
    key: challengeKeyOf(topic, quiz.key),
    topicKey: topic,
    use: 'CHALLENGE' as const,
  }))
}

async function planCourses(
  db: Db,
  courses: PackCourse[],
  topicIds: Map<string, TopicId>,
  options: PlanOptions,
): Promise<RowPlan<CourseRow> & { courseIds: Map<string, CourseId> }> {
  const keys = courses.map(({ key }) => key)
  const stored = await listStoredCourses(db, { packId: options.packId, keys })
  const courseIds = new Map(stored.map(({ key, id }) => [key, id]))
  const rows = courses.map((course, index) => ({
    id: courseIds.get(course.key) ?? newId<'Course'>(),
    key: course.key,
    title: course.title,
    description: course.description,
    category: course.category,
    level: course.level,
    isPremium: course.premium,
    coverKey: course.cover && `media/${course.cover}`,
    skills: course.skills,
    topicId: topicIds.get(course.topic)!,
    bonusXp: course.bonus.xp,
    bonusGems: course.bonus.gems,
    project: course.project,
    test: course.test,
    requiredScore: readRequirement(course.requires),
    position: index,
  }))
  for (const { key, id } of rows) courseIds.set(key, id)
  return { ...planRows<CourseRow>(rows, stored, options), courseIds }
}

interface PlannedIds {
  courseIds: Map<string, CourseId>
  lessonIds: Map<string, LessonId>
  questionIds: Map<string, QuestionId>
}

/** The ids of the stored lessons, and new ids for the others, by `<course key>/<lesson key>`. */
function idsOfLessons(courses: PackCourse[], stored: { key: string; id: LessonId }[]): Map<string, LessonId> {
  const ids = new Map(stored.map(({ key, id }) => [key, id]))
  for (const course of courses)
    for (const lesson of course.lessons) {
      const key = lessonKeyOf(course, lesson)
      if (!ids.has(key)) ids.set(key, newId<'Lesson'>())
    }
  return ids
}

function lessonKeyOf(course: PackCourse, lesson: PackLesson): string {
  return `${course.key}/${lesson.key}`
}

function lessonRowsOf(courses: PackCourse[], { courseIds, lessonIds, questionIds }: PlannedIds): LessonRow[] {
  return courses.flatMap((course) =>
    course.lessons.map((lesson, index) => ({
      id: lessonIds.get(lessonKeyOf(course, lesson))!,
      courseId: courseIds.get(course.key)!,
      key: lessonKeyOf(course, lesson),
      lessonKey: lesson.key,
      title: lesson.title,
      position: index + 1,
      xp: lesson.xp,
      gems: lesson.gems,
      requiredScore: readRequirement(lesson.requires),
      slides: storedSlides(course, lesson, questionIds),
    })),
  )
}

function storedSlides(
  course: PackCourse,
  lesson: PackLesson,
  questionIds: Map<string, QuestionId>,
): StoredSlide[] {
  return lesson.slides.map((slide) => {
    if (slide.type !== 'QUIZ') return slide
    const questionId = questionIds.get(quizKeyOf(course.key, slide.quizKey))
    assert(questionId, `quiz ${slide.quizKey} was not planned`)
    return { type: 'QUIZ', questionId }
  })
}

async function planPaths(
  db: Db,
  { paths }: Pack,
  taken: TakenCourse[],
  options: PlanOptions,
): Promise<RowPlan<PathRow>> {
  const stored = await listStoredPaths(db, { packId: options.packId, keys: paths.map(({ key }) => key) })
  const byKey = new Map(stored.map((path) => [path.key, path]))
  const rows = paths.map(({ premium, ...path }, index) => ({
    id: newId<'LearningPath'>(),
    ...keepTakenOver(path, byKey.get(path.key), taken),
    isPremium: premium,
    position: index,
  }))
  return planRows<PathRow>(rows, stored, options)
}

type TakenCourse = Awaited<ReturnType<typeof listTakenOver>>[number]

/** The plan without the courses that were taken over from this pack. Those of another pack are conflicts. */
function leaveTakenOver(
  plan: RowPlan<CourseRow>,
  { id, courses }: Pack,
  taken: TakenCourse[],
): RowPlan<CourseRow> {
  const found = taken.filter(({ key }) => courses.some((course) => course.key === key))
  if (found.length === 0) return plan
  const isFound = ({ key }: { key: string }) => found.some((course) => course.key === key)
  return {
    ...plan,
    added: plan.added.filter((key) => !isFound({ key })),
    rows: plan.rows.filter((row) => !isFound(row)),
    conflicts: [
      ...plan.conflicts,
      ...found.flatMap(({ key, packId }) => (packId !== null && packId !== id ? [{ key, packId }] : [])),
    ],
    takenOver: found.map(({ key }) => key),
  }
}

/** A path keeps the courses that were taken over, with their skills, also if the pack no longer lists them. */
function keepTakenOver<Path extends Pick<PathRow, 'courses' | 'skills'>>(
  path: Path,
  stored: Pick<PathRow, 'courses' | 'skills'> | undefined,
  taken: TakenCourse[],
): Path {
  const kept = taken.filter(({ key }) => stored?.courses.includes(key) && !path.courses.includes(key))
  if (!stored || kept.length === 0) return path
  const courses = [...path.courses]
  for (const [index, key] of stored.courses.entries())
    if (kept.some((course) => course.key === key)) courses.splice(index, 0, key)
  const taught = new Set([...path.skills, ...kept.flatMap(({ skills }) => skills)])
  const skills = stored.skills.filter((skill) => taught.has(skill))
  return { ...path, courses, skills: [...skills, ...path.skills.filter((skill) => !skills.includes(skill))] }
}

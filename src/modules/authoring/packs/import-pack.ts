import { assert } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { readRequirement } from '../../catalog/public/lesson-requirement.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import { countImport, type ImportCounts } from '../../questions/public/import-counts.ts'
import {
  type ImportedQuestion,
  importQuestions,
  importTopics,
} from '../../questions/public/import-questions.ts'
import type { QuestionId, TopicId } from '../../questions/public/question.ts'
import { lockCatalog, publishCatalogChange } from '../public/change-catalog.ts'
import type { Pack, PackCourse, PackLesson } from '../public/pack.ts'
import {
  CHALLENGE_PREFIX,
  challengeKeyOf,
  QUIZ_PREFIX,
  quizKeyOf,
  testKeyOf,
} from '../public/question-keys.ts'
import {
  archiveCourses,
  archiveLessons,
  archivePaths,
  type LessonRow,
  listCourseIds,
  replacePathCourses,
  type UpsertedRow,
  upsertCategories,
  upsertCourses,
  upsertLessons,
  upsertPaths,
} from './queries.ts'

export interface ImportReport {
  topics: ImportCounts
  questions: ImportCounts
  courses: ImportCounts
  lessons: ImportCounts
  paths: ImportCounts
  pictures: number
}

/** Called after every batch, in the order of the report. */
export type ImportProgress = (step: keyof ImportReport, done: number, total: number) => void

interface ImportOptions {
  now: Date
  onProgress?: ImportProgress
  /** Runs in the same transaction, for content of other modules in the pack. */
  alsoImport?: (tx: Tx) => Promise<void>
}

type ImportDeps = Pick<Platform, 'db' | 'replicaDb' | 'pubsub' | 'storage' | 'write'>

const BATCH_SIZE = 100

/**
 * Imports a pack in one transaction. Content with a known key is updated and keeps its id, so progress stays; content
 * that is missing in the pack is archived. A repeated import of the same pack changes nothing.
 */
export async function importPack(
  platform: ImportDeps,
  pack: Pack,
  { now, onProgress = () => {}, alsoImport }: ImportOptions,
): Promise<ImportReport> {
  // Before the transaction: an image without a row is harmless, but a row must not refer to a missing image.
  await storeImages(platform, pack.media, onProgress)
  return platform.write(async (tx) => {
    await lockCatalog(tx)
    const changedCategories = await upsertCategories(tx, pack.categories)
    const topics = await importTopics(tx, pack.topics)
    onProgress('topics', pack.topics.length, pack.topics.length)
    const questions = await importQuestions(tx, {
      questions: [...quizzesOf(pack), ...testQuestionsOf(pack), ...challengesOf(pack)],
      topicIds: topics.ids,
      prefixes: [QUIZ_PREFIX, CHALLENGE_PREFIX],
      now,
    })
    onProgress('questions', questions.ids.size, questions.ids.size)
    const courses = await importCourses(tx, pack.courses, topics.ids, now, onProgress)
    const lessons = await importLessons(tx, pack.courses, courses.ids, questions.ids, now, onProgress)
    const paths = await importPaths(tx, pack, now)
    onProgress('paths', pack.paths.length, pack.paths.length)
    await alsoImport?.(tx)
    const report = {
      topics: topics.counts,
      questions: questions.counts,
      courses: courses.counts,
      lessons,
      paths,
      pictures: pack.media.size,
    }
    if (hasChanged(report) || changedCategories > 0) await publishCatalogChange(tx, platform)
    return report
  })
}

function hasChanged({ pictures: _, ...kinds }: ImportReport): boolean {
  return Object.values(kinds).some(({ added, changed, archived }) => added + changed + archived > 0)
}

async function storeImages(
  { storage }: ImportDeps,
  media: Pack['media'],
  onProgress: ImportProgress,
): Promise<void> {
  let done = 0
  for (const [name, bytes] of media) {
    // The name is a digest of the content, so an existing file is equal.
    if (!(await storage.get(`media/${name}`))) await storage.put(`media/${name}`, bytes, 'image/svg+xml')
    onProgress('pictures', ++done, media.size)
  }
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

function challengesOf(pack: Pack): ImportedQuestion[] {
  return pack.questions.map(({ topic, ...quiz }) => ({
    ...quiz,
    key: challengeKeyOf(topic, quiz.key),
    topicKey: topic,
    use: 'CHALLENGE' as const,
  }))
}

async function importCourses(
  tx: Tx,
  courses: PackCourse[],
  topicIds: Map<string, TopicId>,
  now: Date,
  onProgress: ImportProgress,
): Promise<{ ids: Map<string, CourseId>; counts: ImportCounts }> {
  const rows = courses.map((course, index) => ({
    id: newId<'Course'>(),
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
  const upserted = await inBatches(rows, 'courses', onProgress, (batch) => upsertCourses(tx, batch, now))
  const archived = await archiveCourses(
    tx,
    courses.map((course) => course.key),
    now,
  )
  const ids = new Map((await listCourseIds(tx)).map((course) => [course.key, course.id]))
  return { ids, counts: countImport(courses.length, upserted, archived) }
}

async function importLessons(
  tx: Tx,
  courses: PackCourse[],
  courseIds: Map<string, CourseId>,
  questionIds: Map<string, QuestionId>,
  now: Date,
  onProgress: ImportProgress,
): Promise<ImportCounts> {
  const rows: LessonRow[] = courses.flatMap((course) =>
    course.lessons.map((lesson, index) => ({
      id: newId<'Lesson'>(),
      courseId: courseIds.get(course.key)!,
      key: lesson.key,
      title: lesson.title,
      position: index + 1,
      xp: lesson.xp,
      gems: lesson.gems,
      requiredScore: readRequirement(lesson.requires),
      slides: storedSlides(course, lesson, questionIds),
    })),
  )
  const upserted = await inBatches(rows, 'lessons', onProgress, (batch) => upsertLessons(tx, batch))
  const presentKeys = courses.flatMap((course) =>
    course.lessons.map((lesson) => `${course.key}/${lesson.key}`),
  )
  return countImport(rows.length, upserted, await archiveLessons(tx, presentKeys, now))
}

function storedSlides(
  course: PackCourse,
  lesson: PackLesson,
  questionIds: Map<string, QuestionId>,
): StoredSlide[] {
  return lesson.slides.map((slide) => {
    if (slide.type !== 'QUIZ') return slide
    const questionId = questionIds.get(quizKeyOf(course.key, slide.quizKey))
    assert(questionId, `quiz ${slide.quizKey} was not imported`)
    return { type: 'QUIZ', questionId }
  })
}

async function importPaths(tx: Tx, { paths }: Pack, now: Date): Promise<ImportCounts> {
  const upserted = await upsertPaths(
    tx,
    paths.map(({ premium, courses: _, ...path }, index) => ({
      id: newId<'LearningPath'>(),
      ...path,
      isPremium: premium,
      position: index,
    })),
  )
  const changedKeys = await replacePathCourses(
    tx,
    paths.flatMap((path) =>
      path.courses.map((course, index) => ({ path: path.key, course, position: index + 1 })),
    ),
  )
  const known = new Set(upserted.map((path) => path.key))
  for (const key of changedKeys) if (!known.has(key)) upserted.push({ key, isNew: false })
  const archived = await archivePaths(
    tx,
    paths.map((path) => path.key),
    now,
  )
  return countImport(paths.length, upserted, archived)
}

async function inBatches<Row>(
  rows: Row[],
  step: keyof ImportReport,
  onProgress: ImportProgress,
  upsert: (batch: Row[]) => Promise<UpsertedRow[]>,
): Promise<UpsertedRow[]> {
  const upserted: UpsertedRow[] = []
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const batch = rows.slice(from, from + BATCH_SIZE)
    upserted.push(...(await upsert(batch)))
    onProgress(step, from + batch.length, rows.length)
  }
  return upserted
}

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Platform } from '../../../platform/platform.ts'
import { writeYaml } from '../../../platform/yaml/write-yaml.ts'
import { writeRequirement } from '../../catalog/public/lesson-requirement.ts'
import { exportQuestions } from '../../questions/public/export-questions.ts'
import type { ImportedQuestion } from '../../questions/public/import-questions.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { MissingFileError, type PackSlide, type Quiz } from '../public/pack.ts'
import { CHALLENGE_PREFIX, practiceKeyOf, QUIZ_PREFIX, testKeyOf } from '../public/question-keys.ts'
import { toWrittenQuiz, writeLesson } from '../public/write-lesson.ts'
import {
  type ExportedCourse,
  listCategoriesForExport,
  listCoursesForExport,
  listPathsForExport,
} from './queries.ts'

interface ExportPack {
  folder: string
  /** The pack whose content is exported. */
  id: string
  name: string
  version: number
}

/** The ids of the packs that have published content. */
export async function listExportablePacks({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select pack_id as id from course where pack_id is not null and archived_at is null
    union select pack_id from question where pack_id is not null and archived_at is null
    order by id`
  return rows.map(({ id }) => id)
}

/** Writes the published content of a pack. Importing it gives the same content. Returns the paths of the files. */
export async function exportPack(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { folder, id, name, version }: ExportPack,
): Promise<string[]> {
  const pool = await exportQuestions(db, id)
  const courses = await listCoursesForExport(db, id)
  const paths = await listPathsForExport(db, id)
  const topicOf = new Map(pool.topics.map((topic) => [topic.id, topic.key]))
  const files = new Map<string, string | Uint8Array>()
  files.set('pack.yaml', writeYaml({ id, name, version }))
  const usedTopics = new Set([
    ...courses.map(({ topicId }) => topicOf.get(topicId)),
    ...pool.questions.map(({ topicKey }) => topicKey),
  ])
  const topics = pool.topics.filter(({ key, packId }) => packId === id || usedTopics.has(key))
  files.set('topics.yaml', writeYaml(topics.map(({ key, title }) => ({ key, title }))))
  const categories = await listCategoriesForExport(db, id)
  if (categories.length > 0)
    files.set(
      'categories.yaml',
      writeYaml(categories.map(({ key, titles: { en, ...titles } }) => ({ key, title: en, titles }))),
    )
  for (const { key, ...path } of paths) files.set(`paths/${key}.yaml`, writeYaml(path))
  for (const { topicId, ...course } of courses) {
    const exported = { ...course, topic: topicOf.get(topicId)! }
    const written = writeCourse(exported, pool.questions)
    for (const [file, content] of written) files.set(file, content)
    for (const media of imagesOf(exported, written)) {
      const bytes = await storage.get(`media/${media}`)
      if (!bytes)
        throw new MissingFileError(`The image ${media} of the course ${course.key} is not in the storage.`)
      files.set(`courses/${course.key}/images/${media}`, bytes)
    }
  }
  for (const [topic, questions] of challengesByTopic(pool.questions))
    files.set(`questions/${topic}.yaml`, writeYaml(questions))
  for (const [file, content] of files) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return [...files.keys()]
}

type PoolQuestion = ImportedQuestion & { id: QuestionId }

function writeCourse(course: ExportedCourse, questions: PoolQuestion[]): Map<string, string> {
  const { key, lessons, project, premium, coverKey, bonusXp, bonusGems, requiredScore, ...plain } = course
  const folder = `courses/${key}`
  const prefix = `${QUIZ_PREFIX}${key}/`
  const own = questions.filter(({ key, use }) => use === 'PRACTICE' && key.startsWith(prefix))
  const quizzes = new Map(own.map((question) => [question.id, quizOf(question, prefix)]))
  const byKey = new Map([...quizzes.values()].map((quiz) => [quiz.key, quiz]))
  const files = new Map<string, string>()
  const cover = coverKey ? { cover: coverKey.replace(/^media\//, 'images/') } : {}
  files.set(
    `${folder}/course.yaml`,
    writeYaml({
      ...plain,
      premium,
      ...cover,
      bonus: { xp: bonusXp, gems: bonusGems },
      ...writeRequirement(requiredScore),
    }),
  )
  const testPrefix = testKeyOf(key, '')
  const pool = questions.filter((question) => question.key.startsWith(testPrefix))
  if (pool.length > 0)
    files.set(`${folder}/test.yaml`, writeYaml(pool.map((question) => quizOf(question, testPrefix))))
  const practicePrefix = practiceKeyOf(key, '')
  const lessonKeys = new Map<string, string>(lessons.map((lesson) => [lesson.id, lesson.key]))
  const practice = questions.flatMap((question) => {
    const lesson = lessonKeys.get(question.practiceLessonId ?? '')
    // The pack has no archived lessons, so it cannot have their questions.
    if (!question.key.startsWith(practicePrefix) || (question.practiceLessonId && !lesson)) return []
    return { ...quizOf(question, practicePrefix), ...(lesson ? { lesson } : {}) }
  })
  if (practice.length > 0) files.set(`${folder}/practice.yaml`, writeYaml(practice))
  if (project) files.set(`${folder}/project.yaml`, writeYaml(project))
  for (const [index, { id: _, key: lessonKey, slides, requiredScore, ...lesson }] of lessons.entries()) {
    const packed = slides.map(
      (slide): PackSlide =>
        slide.type === 'QUIZ' ? { type: 'QUIZ', quizKey: quizzes.get(slide.questionId)!.key } : slide,
    )
    const number = String(index + 1).padStart(lessons.length > 99 ? 3 : 2, '0')
    files.set(
      `${folder}/lessons/${number}-${lessonKey}.md`,
      writeLesson({ ...lesson, ...writeRequirement(requiredScore), slides: packed }, byKey),
    )
  }
  return files
}

function quizOf(question: PoolQuestion, prefix: string): Quiz {
  const { id: _, topicKey: _topic, use: _use, practiceLessonId: _lesson, ...quiz } = question
  return toWrittenQuiz({ ...quiz, key: quiz.key.slice(prefix.length) } as Quiz)
}

function challengesByTopic(questions: PoolQuestion[]): Map<string, Quiz[]> {
  const byTopic = new Map<string, Quiz[]>()
  for (const question of questions) {
    if (!question.key.startsWith(CHALLENGE_PREFIX)) continue
    const quiz = quizOf(question, `${CHALLENGE_PREFIX}${question.topicKey}/`)
    byTopic.set(question.topicKey, [...(byTopic.get(question.topicKey) ?? []), quiz])
  }
  return byTopic
}

/** The images of the cover and of the written lessons. */
function imagesOf(course: ExportedCourse, written: Map<string, string>): Set<string> {
  const inLessons = written
    .values()
    .flatMap((text) => text.matchAll(/\]\(images\/([0-9a-f]{32}\.svg)\)/g).map(([, name]) => name!))
  const cover = course.coverKey ? [course.coverKey.replace(/^media\//, '')] : []
  return new Set([...cover, ...inLessons])
}

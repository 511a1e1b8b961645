import { writeYaml } from '../../platform/yaml/write-yaml.ts'
import type { PackSlide, Quiz } from '../authoring/public/pack.ts'
import { toWrittenQuiz, writeLesson } from '../authoring/public/write-lesson.ts'
import { writeRequirement } from '../catalog/public/lesson-requirement.ts'
import {
  AUTHORED_PACK_ID,
  type AuthoredContent,
  type AuthoredCourse,
  type AuthoredLesson,
  type AuthoredQuestion,
} from './authored-pack.ts'
import { questionsOf } from './load-authored-content.ts'

/** Writes authored content as the files of a pack. `readAuthoredPack` returns the same content. */
export function writeAuthoredPack(content: AuthoredContent, draftBadges: string[]): Map<string, string> {
  const { topics, categories, courses, lessons, questions, paths } = content
  const files = new Map<string, string>()
  files.set('pack.yaml', writeYaml({ id: AUTHORED_PACK_ID, name: 'Authored content', version: 1 }))
  files.set('authored.yaml', writeYaml(writeAuthoredFile(content, draftBadges)))
  if (topics.length > 0) files.set('topics.yaml', writeYaml(topics))
  if (categories.length > 0)
    files.set(
      'categories.yaml',
      writeYaml(categories.map(({ key, titles: { en, ...titles } }) => ({ key, title: en, titles }))),
    )
  for (const { id, isDraft: _, coverMediumId: _cover, ...path } of paths)
    files.set(`paths/${id}.yaml`, writeYaml(path))
  for (const course of courses) {
    const own = lessons.filter(({ courseId }) => courseId === course.id)
    for (const [file, text] of writeCourse(course, own, questions)) files.set(file, text)
  }
  const inLessons = new Set(questionsOf(lessons))
  const others = questions.filter(({ key, use }) => use !== 'TEST' && !inLessons.has(key))
  for (const [topic, own] of Map.groupBy(others, ({ topicKey }) => topicKey)) {
    for (const [folder, use] of [
      ['questions', 'CHALLENGE'],
      ['bank', 'PRACTICE'],
    ] as const) {
      const quizzes = own.filter((question) => question.use === use).map(quizOf)
      if (quizzes.length > 0) files.set(`${folder}/${topic}.yaml`, writeYaml(quizzes))
    }
  }
  return files
}

function writeCourse(
  course: AuthoredCourse,
  lessons: AuthoredLesson[],
  questions: AuthoredQuestion[],
): Map<string, string> {
  const { id, isDraft: _, isProjectDraft: _project, coverKey, coverMediumId: _cover, project } = course
  const { title, description, category, level, premium, skills, topic, bonusXp, bonusGems, test } = course
  const folder = `courses/${id}`
  const files = new Map<string, string>()
  files.set(
    `${folder}/course.yaml`,
    writeYaml({
      ...{ title, description, category, level, premium, skills, topic, test },
      ...(coverKey ? { cover: coverKey.replace(/^media\//, 'images/') } : {}),
      bonus: { xp: bonusXp, gems: bonusGems },
      ...writeRequirement(course.requiredScore),
    }),
  )
  if (project) files.set(`${folder}/project.yaml`, writeYaml(project))
  const pool = questions.filter(({ use, courseKey }) => use === 'TEST' && courseKey === id)
  if (pool.length > 0) files.set(`${folder}/test.yaml`, writeYaml(pool.map(quizOf)))
  const quizzes = new Map(questions.map((question) => [question.key, quizOf(question)]))
  const digits = Math.max(2, String(lessons.length).length)
  for (const [index, { id: lessonId, title, xp, gems, requiredScore, slides }] of lessons.entries()) {
    const packed = slides.map(
      (slide): PackSlide => (slide.type === 'QUIZ' ? { type: 'QUIZ', quizKey: slide.questionId } : slide),
    )
    const number = String(index + 1).padStart(digits, '0')
    files.set(
      `${folder}/lessons/${number}-${lessonId}.md`,
      writeLesson({ title, xp, gems, ...writeRequirement(requiredScore), slides: packed }, quizzes),
    )
  }
  return files
}

function quizOf(question: AuthoredQuestion): Quiz {
  const { topicKey: _topic, use: _use, courseKey: _course, practiceLessonId: _lesson, ...rest } = question
  const { isDraft: _draft, tags: _tags, ...quiz } = rest
  return toWrittenQuiz(quiz as Quiz)
}

function writeAuthoredFile(
  { courses, lessons, questions, paths }: AuthoredContent,
  badges: string[],
): Record<string, unknown> {
  const draftsOf = (items: { id: string; isDraft: boolean }[]) =>
    items.filter(({ isDraft }) => isDraft).map(({ id }) => id)
  const topicOfCourse = new Map(courses.map(({ id, topic }) => [id, topic]))
  const courseOf = new Map(
    lessons.flatMap((lesson) => questionsOf([lesson]).map((key) => [key, lesson.courseId] as const)),
  )
  const hasOtherTopic = ({ key, courseKey, topicKey }: AuthoredQuestion) => {
    const course = courseKey ?? courseOf.get(key)
    return course !== undefined && topicOfCourse.get(course) !== topicKey
  }
  return {
    drafts: {
      courses: draftsOf(courses),
      lessons: draftsOf(lessons),
      projects: courses.filter(({ isProjectDraft }) => isProjectDraft).map(({ id }) => id),
      paths: draftsOf(paths),
      questions: questions.filter(({ isDraft }) => isDraft).map(({ key }) => key),
      badges,
    },
    covers: Object.fromEntries(
      [...courses, ...paths].flatMap(({ id, coverMediumId }) => (coverMediumId ? [[id, coverMediumId]] : [])),
    ),
    tags: Object.fromEntries(questions.flatMap(({ key, tags }) => (tags.length > 0 ? [[key, tags]] : []))),
    practice: Object.fromEntries(
      questions.flatMap(({ key, practiceLessonId }) => (practiceLessonId ? [[key, practiceLessonId]] : [])),
    ),
    topics: Object.fromEntries(questions.filter(hasOtherTopic).map(({ key, topicKey }) => [key, topicKey])),
  }
}

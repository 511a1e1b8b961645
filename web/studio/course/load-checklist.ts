import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { checkCourse, type Finding, findingsInText, targetsIn, textsOfSlide } from '../checklist.ts'

const PAGE = 100
const MEDIUM = /\/files\/library\/([\da-f-]{36})-/
/** Addresses of courses and lessons in the learner app. */
const INSIDE = /^\/(?:(learn|courses)|(lesson|try))\/([\da-f-]{36})(?:[/?#].*)?$/

/** Reads what the rules need, and applies them. */
export async function loadChecklist(
  course: Api.EditedCourse,
  lessons: readonly Api.EditedLesson[],
): Promise<Finding[]> {
  const [questions, { data: chosen }] = await Promise.all([
    loadQuestions(course.id),
    lyceum.call('GET /admin/courses/{id}/cover', { path: { id: course.id } }),
  ])
  const texts = [course.description, ...lessons.flatMap((lesson) => textsOfLesson(lesson, questions))]
  const targets = await checkTargets(texts.join('\n\n'), course.id, lessons)
  return checkCourse({
    course,
    hasCover: chosen.cover !== null,
    lessons,
    questions,
    ...targets,
  })
}

/** The faults of a text that belongs to no lesson. */
export async function findInText(text: string) {
  return findingsInText(text, await checkTargets(text, '', []))
}

async function checkTargets(text: string, courseId: string, lessons: readonly Api.EditedLesson[]) {
  const { pictures, links } = targetsIn(text)
  const bare = pictures.filter(({ alt }) => alt.trim() === '').map(({ url }) => url)
  const [decoration, broken] = await Promise.all([
    those(bare, isDecoration),
    those(links, async (url) => !(await exists(url, courseId, lessons))),
  ])
  return { decoration, broken }
}

function textsOfLesson(lesson: Api.EditedLesson, questions: Map<string, Api.EditedQuestion>): string[] {
  return lesson.slides.flatMap((slide) => textsOfSlide(slide, questions.get(`${slide.questionId}`)))
}

async function loadQuestions(courseId: string): Promise<Map<string, Api.EditedQuestion>> {
  const found = new Map<string, Api.EditedQuestion>()
  for (let page = 1; ; page++) {
    const query = { courseId, page, limit: PAGE }
    const { data, meta } = await lyceum.call('GET /admin/questions', { query })
    for (const question of data) found.set(question.id, question)
    if (page * PAGE >= meta.total) return found
  }
}

/** The addresses for which the question is answered with yes; each is asked once. */
async function those(urls: string[], ask: (url: string) => Promise<boolean>): Promise<Set<string>> {
  const unique = [...new Set(urls)]
  const answers = await Promise.all(unique.map(ask))
  return new Set(unique.filter((_, index) => answers[index]))
}

/** A picture of another author is not in the library, and not known to be decoration. */
async function isDecoration(url: string): Promise<boolean> {
  const id = MEDIUM.exec(url)?.[1]
  if (!id) return false
  const medium = await found(lyceum.call('GET /admin/media/{id}', { path: { id } }))
  return medium?.data.decorative ?? false
}

async function exists(url: string, courseId: string, lessons: readonly Api.EditedLesson[]): Promise<boolean> {
  const path = url.startsWith(location.origin) ? url.slice(location.origin.length) : url
  const [, ofCourse, ofLesson, id] = INSIDE.exec(path) ?? []
  if (!id) return true
  if (ofCourse && id === courseId) return true
  const own = lessons.find((lesson) => lesson.id === id)
  if (own) return own.status !== 'ARCHIVED'
  const other = ofLesson
    ? await found(lyceum.call('GET /admin/lessons/{id}', { path: { id } }))
    : await found(lyceum.call('GET /admin/courses/{id}', { path: { id } }))
  return other?.data.status === 'PUBLISHED'
}

/** Undefined if there is nothing; other faults are thrown. */
async function found<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request
  } catch (fault) {
    if (fault instanceof LyceumError && fault.status === 404) return undefined
    throw fault
  }
}

import { expect, test } from 'bun:test'
import type { Course, Lesson } from '../catalog/public/catalog.ts'
import type { LessonContent } from '../catalog/public/catalog-cache.ts'
import { createLessonResponseCache } from './lesson-response-cache.ts'

const COUNT = 200
const course = { id: 'course', title: 'A course', lessons: [] as Lesson[] } as unknown as Course
course.lessons = Array.from(
  { length: COUNT },
  (_, index) => ({ id: `lesson ${index}`, title: `Lesson ${index}`, order: index + 1 }) as unknown as Lesson,
)
const newContent = (): LessonContent => ({ slides: [], questions: new Map(), earlierQuestions: new Map() })

test('a response is built once per lesson object and content', () => {
  const pageOf = createLessonResponseCache('http://localhost')
  const content = newContent()
  const [lesson] = course.lessons as [Lesson]
  const page = pageOf(course, lesson, content, false)
  expect(pageOf(course, lesson, content, false)).toBe(page)
  expect(pageOf(course, lesson, content, true)).not.toBe(page)
  expect(pageOf(course, lesson, newContent(), false)).not.toBe(page)
  expect(pageOf(course, { ...lesson, title: 'Renamed' }, content, false).data.title).toBe('Renamed')
})

test('cached responses are garbage-collected with their content', async () => {
  const pageOf = createLessonResponseCache('http://localhost')
  const seen = course.lessons.map((lesson) => {
    const content = newContent()
    pageOf(course, lesson, content, false)
    return new WeakRef(content)
  })
  await Bun.sleep(0)
  Bun.gc(true)
  await Bun.sleep(0)
  Bun.gc(true)
  // The lessons themselves are still there.
  expect(course.lessons).toHaveLength(COUNT)
  expect(seen.filter((content) => content.deref() !== undefined).length).toBeLessThan(COUNT / 2)
})

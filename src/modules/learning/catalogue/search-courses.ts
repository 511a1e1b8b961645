import type { Catalogue, Category, Course, Level } from './catalogue.ts'

export interface CourseSearch {
  search: string | undefined
  category: Category | undefined
  level: Level | undefined
}

/** Courses that have every word of the search somewhere in title, description or skills. */
export function searchCourses(catalogue: Catalogue, { search, category, level }: CourseSearch): Course[] {
  const words = plain(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return [...catalogue.courses.values()].filter(
    (course) =>
      (category === undefined || course.category === category) &&
      (level === undefined || course.level === level) &&
      hasAll(course, words),
  )
}

function hasAll(course: Course, words: string[]): boolean {
  if (words.length === 0) return true
  const text = plain([course.title, course.description, ...course.skills].join('\n'))
  return words.every((word) => text.includes(word))
}

/** Without case and accents, as people type. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

import type { Catalog, Category, Course, Level } from './catalog.ts'

export interface CourseSearch {
  search: string | undefined
  category: Category | undefined
  level: Level | undefined
}

/** Returns the courses whose title, description and skills contain every word of the search. */
export function searchCourses(catalog: Catalog, { search, category, level }: CourseSearch): Course[] {
  const words = normalizeText(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return [...catalog.courses.values()].filter(
    (course) =>
      (category === undefined || course.category === category) &&
      (level === undefined || course.level === level) &&
      containsAllWords(course, words),
  )
}

function containsAllWords(course: Course, words: string[]): boolean {
  if (words.length === 0) return true
  const text = normalizeText([course.title, course.description, ...course.skills].join('\n'))
  return words.every((word) => text.includes(word))
}

/** Removes case and accents. */
function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

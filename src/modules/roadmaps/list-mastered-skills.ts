import type { Catalog, CourseId } from '../catalog/public/catalog.ts'

/**
 * The skills that a learner has mastered: those of completed courses. This is the one place that decides it, so that a
 * finer measure can replace it.
 */
export function listMasteredSkills(catalog: Catalog, completedCourses: ReadonlySet<CourseId>): Set<string> {
  return new Set([...completedCourses].flatMap((id) => catalog.courses.get(id)?.skills ?? []))
}

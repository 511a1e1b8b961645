import type { Catalog, CourseId } from '../catalog/public/catalog.ts'

interface LearnedSoFar {
  completedCourses: ReadonlySet<CourseId>
  /** By the answers of the learner, see `mastery`. */
  knownSkills: string[]
}

/**
 * The skills that a learner has mastered: those of completed courses, and those that the answers prove. This is the one
 * place that decides it.
 */
export function listMasteredSkills(
  catalog: Catalog,
  { completedCourses, knownSkills }: LearnedSoFar,
): Set<string> {
  const taught = [...completedCourses].flatMap((id) => catalog.courses.get(id)?.skills ?? [])
  return new Set([...taught, ...knownSkills])
}

import type { Course, CourseId, LearningPath, Lesson, LessonId } from '../catalog/public/catalog.ts'

/** The progress and the access of the learner. */
export interface LearnerState {
  completedCourses: ReadonlySet<CourseId>
  completedLessons: ReadonlySet<LessonId>
  masteredSkills: ReadonlySet<string>
  hasPremium: boolean
}

/** The courses of a roadmap in the order of learning, and those that the learner need not take. */
export interface CoursePlan {
  courses: PlannedCourse[]
  skipped: (PlannedCourse & { isCompleted: boolean })[]
}

interface PlannedCourse {
  course: Course
  /** The first path of the roadmap that contains the course. */
  path: LearningPath
  /** From 1, among all courses of the roadmap. */
  position: number
}

/** Lists each course once, in the order of the paths. Courses whose skills are all mastered are skipped. */
export function planCourses(paths: LearningPath[], learner: LearnerState): CoursePlan {
  const seen = new Set<CourseId>()
  const plan: CoursePlan = { courses: [], skipped: [] }
  for (const path of paths) {
    for (const course of path.courses) {
      if (seen.has(course.id)) continue
      seen.add(course.id)
      const planned = { course, path, position: seen.size }
      const isCompleted = learner.completedCourses.has(course.id)
      if (isCompleted || isMastered(course, learner)) plan.skipped.push({ ...planned, isCompleted })
      else plan.courses.push(planned)
    }
  }
  return plan
}

/**
 * The lesson that comes next: the first that the learner has not completed. A course can be unfinished without such a
 * lesson, because its last lesson was archived. Then completing its present last lesson again finishes the course.
 */
export function findNextLesson(
  { courses }: CoursePlan,
  completedLessons: ReadonlySet<LessonId>,
): { course: Course; lesson: Lesson } | undefined {
  for (const { course } of courses) {
    const lesson = course.lessons.find(({ id }) => !completedLessons.has(id))
    if (lesson) return { course, lesson }
  }
  for (const { course } of courses) {
    const lesson = course.lessons.at(-1)
    if (lesson) return { course, lesson }
  }
  return undefined
}

function isMastered({ skills }: Course, { masteredSkills }: LearnerState): boolean {
  return skills.length > 0 && skills.every((skill) => masteredSkills.has(skill))
}

/** The estimated time for the lessons that the learner has not completed, in quarter hours. */
export function hoursOf({ lessons }: Course, completed: ReadonlySet<LessonId>): number {
  const minutes = lessons.reduce((sum, lesson) => sum + (completed.has(lesson.id) ? 0 : lesson.minutes), 0)
  return Math.ceil(minutes / 15) / 4
}

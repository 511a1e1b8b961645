import type { Api } from '../../../packages/client/src/lyceum.ts'

type Paths = Api.Roadmap['foundationPaths'] | Api.Roadmap['specializationPaths']

export interface CourseStop {
  id: string
  title: string
  /** From 1, through all paths of the roadmap. */
  number: number
  state: 'done' | 'started' | 'next' | 'later'
  /** Whether the next step is in this course. */
  isNext: boolean
  /** Missing for a completed course. */
  left?: Api.Roadmap['courses'][number]
}

export interface PathStops {
  id: string
  title: string
  accent: Paths[number]['accent']
  reason: string
  isCompleted: boolean
  isPremium: boolean
  /** The courses that no earlier path of the roadmap contains. */
  courses: CourseStop[]
  /** Whether the learner need not take any of its courses, also of those that an earlier path contains. */
  isMastered: boolean
}

/** The courses of a roadmap by path: those that are completed and those that are left, in the order of learning. */
export function listStops(roadmap: Api.Roadmap): { foundations: PathStops[]; specializations: PathStops[] } {
  const { foundationPaths, specializationPaths, courses, skippedCourses } = roadmap
  const completed = skippedCourses.filter(({ isCompleted }) => isCompleted)
  const nextId = roadmap.nextStep?.courseId
  let number = 0
  const stopsOf = (pathId: string): CourseStop[] =>
    [
      ...completed.map((course) => ({ ...course, left: undefined })),
      ...courses.map((course) => ({ ...course, left: course })),
    ]
      .filter((course) => course.pathId === pathId)
      .sort((one, other) => one.position - other.position)
      .map(({ id, title, left }) => {
        const isNext = id === nextId
        number++
        if (!left) return { id, title, number, isNext, state: 'done' as const }
        const state = left.completedLessons > 0 ? 'started' : isNext ? 'next' : 'later'
        return { id, title, number, isNext, state, left }
      })
  const groups = (paths: Paths): PathStops[] =>
    paths.map((path) => ({
      ...path,
      isPremium: 'requiresSubscription' in path && path.requiresSubscription,
      courses: stopsOf(path.id),
    }))
  return { foundations: groups(foundationPaths), specializations: groups(specializationPaths) }
}

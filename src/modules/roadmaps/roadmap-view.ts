import type { z } from '../../platform/zod.ts'
import type { Catalog, LearningPath } from '../catalog/public/catalog.ts'
import { explainCourse } from './explain-course.ts'
import type { RecommendedPath } from './match-paths.ts'
import { reasonForLanguage } from './path-reason.ts'
import { type CoursePlan, findNextLesson, hoursOf, type LearnerState, planCourses } from './plan-courses.ts'
import type { RoadmapRow } from './queries.ts'
import type { RoadmapSchema } from './roadmap-schema.ts'
import { chooseTexts, explainReason, listNames } from './texts/choose-texts.ts'
import type { RoadmapTexts } from './texts/roadmap-texts.ts'

type Roadmap = z.output<typeof RoadmapSchema>

/** What a roadmap shows of its learner. */
export interface RoadmapLearner extends LearnerState {
  /** Of the account, as a language tag. */
  language: string
  /** Whether the learner is enrolled in the course of the next lesson. */
  isEnrolledInNext: boolean
}

/** The paths of a roadmap that are still published. */
export function listRoadmapPaths(row: RoadmapRow, catalog: Catalog): LearningPath[] {
  return [...row.foundationPaths, ...row.specializationPaths].flatMap(({ id }) => catalog.paths.get(id) ?? [])
}

/** Shows the stored paths with current titles, access, progress and next step, in the language of the learner. */
export function presentRoadmap(row: RoadmapRow, catalog: Catalog, learner: RoadmapLearner): Roadmap {
  const { completedCourses, hasPremium, language } = learner
  const texts = chooseTexts(language)
  const paths = listRoadmapPaths(row, catalog)
  const courseIds = new Set(paths.flatMap((path) => path.courses.map(({ id }) => id)))
  const plan = planCourses(paths, learner)
  const skipped = new Set(plan.skipped.map(({ course }) => course.id))
  const presentPath = ({ id, reason }: RecommendedPath) => {
    const path = catalog.paths.get(id)
    // All courses of a path can be archived.
    if (!path || path.courses.length === 0) return []
    const isCompleted = path.courses.every((course) => completedCourses.has(course.id))
    const isMastered = path.courses.every((course) => skipped.has(course.id))
    return [
      { path, isCompleted, isMastered, reason: explainReason(texts, reasonForLanguage(reason, language)) },
    ]
  }
  const courses = presentCourses(row, plan, learner, texts)
  return {
    careerGoal: row.careerGoal,
    isMatched: isMatched(row),
    totalCourses: courseIds.size,
    coursesCompleted: [...courseIds].filter((id) => completedCourses.has(id)).length,
    foundationPaths: row.foundationPaths
      .flatMap(presentPath)
      .map(({ path: { id, title, accent }, isCompleted, isMastered, reason }) => ({
        id,
        title,
        accent,
        isCompleted,
        isMastered,
        reason,
      })),
    specializationPaths: row.specializationPaths
      .flatMap(presentPath)
      .map(({ path, isCompleted, isMastered, reason }) => ({
        id: path.id,
        title: path.title,
        accent: path.accent,
        requiresSubscription: path.isPremium,
        userHasAccess: !path.isPremium || hasPremium,
        isCompleted,
        isMastered,
        reason,
      })),
    courses,
    skippedCourses: plan.skipped.map(({ course, path, position, isCompleted }) => ({
      id: course.id,
      title: course.title,
      skills: course.skills,
      reason: isCompleted ? texts.completed : texts.mastered(listNames(texts, course.skills)),
      pathId: path.id,
      position,
      isCompleted,
      hours: isCompleted ? 0 : hoursOf(course, learner.completedLessons),
    })),
    remainingHours: courses.reduce((sum, { hours }) => sum + hours, 0),
    nextStep: presentNextStep(plan, learner, texts),
    rankedBy: row.rankedBy,
  }
}

/** False if the roadmap only has paths that suit any goal. */
export function isMatched({ foundationPaths, specializationPaths }: RoadmapRow): boolean {
  return [...foundationPaths, ...specializationPaths].some(({ reason }) => reason.kind !== 'start')
}

function presentCourses(
  row: RoadmapRow,
  { courses }: CoursePlan,
  learner: LearnerState,
  texts: RoadmapTexts,
): Roadmap['courses'] {
  const reasons = new Map(
    [...row.foundationPaths, ...row.specializationPaths].map(({ id, reason }) => [id, reason]),
  )
  return courses.map(({ course, path, position }, index) => {
    const newSkills = course.skills.filter((skill) => !learner.masteredSkills.has(skill))
    return {
      id: course.id,
      title: course.title,
      order: index + 1,
      pathId: path.id,
      isPremium: course.isPremium,
      userHasAccess: !course.isPremium || learner.hasPremium,
      hours: hoursOf(course, learner.completedLessons),
      skills: newSkills,
      position,
      completedLessons: course.lessons.filter(({ id }) => learner.completedLessons.has(id)).length,
      totalLessons: course.lessons.length,
      reason: explainCourse(texts, { course, path, pathReason: reasons.get(path.id)!, newSkills }),
    }
  })
}

function presentNextStep(
  plan: CoursePlan,
  { completedLessons, hasPremium, isEnrolledInNext }: RoadmapLearner,
  texts: RoadmapTexts,
): Roadmap['nextStep'] {
  const next = findNextLesson(plan, completedLessons)
  const none = {
    courseId: null,
    lessonId: null,
    requiresSubscription: false,
    lessonTitle: null,
    isEnrolled: false,
  }
  if (!next) {
    if (plan.skipped.length === 0) return null
    const isFinished = plan.skipped.every(({ isCompleted }) => isCompleted)
    return { ...none, text: isFinished ? texts.finished : texts.allMastered }
  }
  const { course, lesson } = next
  const requiresSubscription = course.isPremium && !hasPremium
  return {
    courseId: course.id,
    lessonId: requiresSubscription ? null : lesson.id,
    requiresSubscription,
    lessonTitle: requiresSubscription ? null : lesson.title,
    isEnrolled: isEnrolledInNext,
    text: requiresSubscription
      ? texts.needsSubscription(texts.quote(course.title))
      : texts.nextLesson(texts.quote(lesson.title), texts.quote(course.title)),
  }
}

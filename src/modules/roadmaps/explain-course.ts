import type { Course, LearningPath } from '../catalog/public/catalog.ts'
import { type PathReason, ruleReasonOf } from './path-reason.ts'
import { listNames } from './texts/choose-texts.ts'
import type { RoadmapTexts } from './texts/roadmap-texts.ts'

const SKILLS_NAMED = 3

interface CourseInRoadmap {
  course: Course
  path: LearningPath
  /** Why the path is in the roadmap. */
  pathReason: PathReason
  /** What the course teaches and the learner has not mastered. */
  newSkills: string[]
}

/** Says why a course is in a roadmap: skills that the goal asks for, or else what the learner learns in it. */
export function explainCourse(
  texts: RoadmapTexts,
  { course, path, pathReason, newSkills }: CourseInRoadmap,
): string {
  const rule = ruleReasonOf(pathReason)
  const asked = rule?.kind === 'matched' ? rule.teaches.map((term) => term.toLowerCase()) : []
  const fitting = course.skills.filter((skill) => asked.includes(skill.toLowerCase()))
  if (fitting.length > 0) return texts.courseFits(listNames(texts, fitting))
  if (newSkills.length === 0) return texts.coursePartOf(texts.quote(path.title))
  return texts.courseTeaches(listNames(texts, newSkills.slice(0, SKILLS_NAMED)))
}

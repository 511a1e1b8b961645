import type { Db } from '../../../platform/db/database.ts'
import type {
  EditedCourse,
  EditedLesson,
  EditedPath,
  EditedProject,
} from '../../authoring/public/content-draft.ts'
import type { CourseTestRules } from '../../catalog/public/course-test-rules.ts'
import { getEditedQuestions, getPracticeQuestions } from '../../questions/public/get-questions.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { StoredQuestion } from '../../questions/public/stored-question.ts'

/** A slide as it was. A quiz contains its question, because the question may change later. */
export interface SnapshotSlide {
  type: string
  questionId?: string
  question?: Record<string, unknown>
  [field: string]: unknown
}

/** The fields of a course, lesson, path, project or test that its history keeps. Only lessons have slides. */
export interface Snapshot {
  slides?: SnapshotSlide[]
  [field: string]: unknown
}

export function snapshotCourse(course: EditedCourse): Snapshot {
  const { title, description, category, level, isPremium, skills, topicId } = course
  const { bonusXp, bonusGems, requiredScore } = course
  const rewards = { bonusXp, bonusGems, requiredScore }
  return { title, description, category, level, isPremium, skills, topicId, ...rewards }
}

export function snapshotPath(path: EditedPath): Snapshot {
  const { title, description, category, kind, isPremium, skills, synonyms, courseIds } = path
  return { title, description, category, kind, isPremium, skills, synonyms, courseIds }
}

/** A project with the evidence of its rubric: only authors read its history. */
export function snapshotProject(project: EditedProject): Snapshot {
  const { title, description, allowedSubmissionTypes, passingScore, xpReward, gemReward, rubric } = project
  return { title, description, allowedSubmissionTypes, passingScore, xpReward, gemReward, rubric }
}

/** The rules of a test. The questions of its pool have versions of their own. */
export function snapshotTest(test: CourseTestRules): Snapshot {
  const { questionCount, passPercent, isRequiredForCertificate } = test
  return { questionCount, passPercent, isRequiredForCertificate }
}

/** A lesson with the changes of its questions. */
export async function snapshotLesson(db: Db, lesson: EditedLesson): Promise<Snapshot> {
  return snapshotOf(lesson, await getEditedQuestions(db, questionIdsOf(lesson)))
}

/** A lesson as learners see it. `lesson` is the version without changes. */
export async function snapshotPublishedLesson(db: Db, lesson: EditedLesson): Promise<Snapshot> {
  const questions = await getPracticeQuestions(db, questionIdsOf(lesson))
  return snapshotOf(
    lesson,
    questions.map(({ topicId: _, ...question }) => question),
  )
}

const slidesOf = ({ slides }: EditedLesson) => slides as SnapshotSlide[]

const questionIdsOf = (lesson: EditedLesson): QuestionId[] =>
  slidesOf(lesson).flatMap(({ questionId }) => (questionId ? [questionId as QuestionId] : []))

function snapshotOf(lesson: EditedLesson, found: StoredQuestion[]): Snapshot {
  const { title, xpReward, gemReward, requiredScore } = lesson
  const questions = new Map(found.map((question) => [question.id, question]))
  return {
    title,
    xpReward,
    gemReward,
    requiredScore,
    slides: slidesOf(lesson).map((slide) => {
      if (!slide.questionId) return slide
      const { id: _, html: __, ...question } = questions.get(slide.questionId as QuestionId)!
      return { ...slide, question }
    }),
  }
}

/** Fields are sorted, because a database returns those of JSON in an order of its own. */
export function toSortedJson(content: unknown): string {
  return JSON.stringify(content, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

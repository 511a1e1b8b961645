import type { Db } from '../../../platform/db/database.ts'
import type { EditedCourse, EditedLesson } from '../../authoring/public/content-draft.ts'
import { getEditedQuestions } from '../../questions/public/get-questions.ts'
import type { QuestionId } from '../../questions/public/question.ts'

/** A slide as it was. A quiz contains its question, because the question may change later. */
export interface SnapshotSlide {
  type: string
  questionId?: string
  question?: Record<string, unknown>
  [field: string]: unknown
}

/** The fields of a course or lesson that wait for a publication. Only lessons have slides. */
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

export async function snapshotLesson(db: Db, lesson: EditedLesson): Promise<Snapshot> {
  const { title, xpReward, gemReward, requiredScore } = lesson
  const slides = lesson.slides as SnapshotSlide[]
  const ids = slides.flatMap(({ questionId }) => (questionId ? [questionId as QuestionId] : []))
  const questions = new Map((await getEditedQuestions(db, ids)).map((question) => [question.id, question]))
  return {
    title,
    xpReward,
    gemReward,
    requiredScore,
    slides: slides.map((slide) => {
      if (!slide.questionId) return slide
      const { id: _, html: __, ...question } = questions.get(slide.questionId as QuestionId)!
      return { ...slide, question }
    }),
  }
}

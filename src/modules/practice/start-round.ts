import { newId, newToken, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../accounts/public/own-account.ts'
import {
  type Catalog,
  type CourseId,
  getLesson,
  type Lesson,
  type LessonId,
} from '../catalog/public/catalog.ts'
import { distanceFromLearningBand, getExpectedSuccess } from '../mastery/public/expected-success.ts'
import { listCompletedLessonIds } from '../progress/public/list-completed-lesson-ids.ts'
import { listQuestionTraits } from '../questions/public/list-question-traits.ts'
import { listRelatedQuestions, listSkillQuestions } from '../questions/public/list-skill-questions.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { drawRound, type QuestionGroup } from './draw-round.ts'
import { errors } from './errors.ts'
import { deleteOpenRound, findOpenRound, findRound, insertRound, listPractisedQuestions } from './queries.ts'
import { MAX_ROUND_SIZE, MIN_ROUND_SIZE, type PracticeRound, type PracticeTarget } from './round.ts'

interface StartRound {
  userId: UserId
  catalog: Catalog
  target: PracticeTarget
  now: Date
}

/** Questions of so many rounds are avoided. */
const REMEMBERED_ROUNDS = 50

/** Starts a round. An open round of the same target is returned; an open round of another target is deleted. */
export async function startRound(
  tx: Tx,
  { userId, catalog, target, now }: StartRound,
): Promise<PracticeRound> {
  // The lock makes two starts at once one round, and lets account erasure see every round.
  await lockOwnAccount(tx, userId)
  const open = await findOpenRound(tx, userId)
  if (open && open.lessonId === target.lessonId && open.skill === target.skill) return open
  const [completed, earlier] = await Promise.all([
    listCompletedLessonIds(tx, userId, [...catalog.courses.keys()]),
    listPractisedQuestions(tx, userId, REMEMBERED_ROUNDS),
  ])
  const groups = await findGroups(tx, { catalog, target, completed: new Set(completed) })
  const seed = newToken()
  const ids = [...new Set(groups.flatMap((group) => group.ids))]
  const success = await getExpectedSuccess(tx, { userId, questionIds: ids, now })
  const distanceOf = (id: QuestionId) => distanceFromLearningBand(success.get(id))
  const questionIds = drawRound({ groups, earlier, distanceOf, seed })
  if (questionIds.length < MIN_ROUND_SIZE) throw errors.practice_too_few_questions()
  await deleteOpenRound(tx, userId)
  const id: PracticeRound['id'] = newId()
  await insertRound(tx, { id, userId, ...target, seed, questionIds, startedAt: now })
  return (await findRound(tx, id, userId))!
}

/** Half of a round of a lesson are other questions, so that a learner does not only remember the lesson. */
const MAX_OWN = MAX_ROUND_SIZE / 2

/**
 * The questions that a round may ask: of completed lessons, and those of no lesson. So practice does not show the
 * questions of a lesson before the learner answers them there, or of a course that the learner may not open.
 */
async function findGroups(
  tx: Tx,
  { catalog, target, completed }: { catalog: Catalog; target: PracticeTarget; completed: Set<LessonId> },
): Promise<QuestionGroup[]> {
  const questionsOf = (isWanted: (lesson: Lesson) => boolean) =>
    [...catalog.lessons.values()].filter(isWanted).flatMap(({ questionIds }) => questionIds)
  const hidden = new Set(questionsOf(({ id }) => !completed.has(id)))
  const shown = new Set(questionsOf(({ id }) => completed.has(id)))
  const isAllowed = (id: QuestionId) => shown.has(id) || !hidden.has(id)
  const completedOf = (courses: ReadonlySet<CourseId>) =>
    questionsOf(({ id, courseId }) => completed.has(id) && courses.has(courseId))
  const group = (ids: QuestionId[], max = MAX_ROUND_SIZE) => ({ ids: [...new Set(ids)], max })

  if (target.lessonId !== null) {
    const { lesson, course } = getLesson(catalog, target.lessonId)
    if (!completed.has(lesson.id)) throw errors.practice_lesson_not_completed()
    const related = await listRelatedQuestions(tx, lesson.questionIds)
    return [
      group(lesson.questionIds, MAX_OWN),
      group(related.filter(isAllowed)),
      group(completedOf(new Set([course.id]))),
    ]
  }
  const courses = [...catalog.courses.values()].filter(({ skills }) => skills.includes(target.skill))
  if (courses.length === 0) {
    // Questions without a skill count for their topic: see `mastery`.
    const traits = await listQuestionTraits(tx, [...shown])
    const met = new Set(traits.filter(({ skill }) => skill === target.skill).map(({ id }) => id))
    if (met.size === 0) throw errors.practice_skill_not_found()
    const lessons = [...catalog.lessons.values()].filter(({ questionIds }) =>
      questionIds.some((id) => met.has(id)),
    )
    return [group([...met]), group(completedOf(new Set(lessons.map(({ courseId }) => courseId))))]
  }
  const ofSkill = await listSkillQuestions(tx, target.skill)
  return [group(ofSkill.filter(isAllowed)), group(completedOf(new Set(courses.map(({ id }) => id))))]
}

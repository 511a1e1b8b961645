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
import { listAnswerTimes } from '../progress/public/list-answer-times.ts'
import { listCompletedLessonIds } from '../progress/public/list-completed-lesson-ids.ts'
import {
  listPracticePool,
  listRelatedQuestions,
  type PracticeQuestion,
} from '../questions/public/list-practice-pool.ts'
import { listQuestionTraits } from '../questions/public/list-question-traits.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { listReviewDays } from '../review/public/list-review-days.ts'
import { drawRound, type QuestionGroup } from './draw-round.ts'
import { errors } from './errors.ts'
import { deleteOpenRound, findOpenRound, findRound, insertRound, listEarlierRounds } from './queries.ts'
import { MAX_ROUND_SIZE, MIN_ROUND_SIZE, type PracticeRound, type PracticeTarget } from './round.ts'

interface StartRound {
  userId: UserId
  catalog: Catalog
  target: PracticeTarget
  now: Date
}

/** Questions of older rounds count as unseen. */
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
  const completed = await listCompletedLessonIds(tx, userId, [...catalog.courses.keys()])
  const groups = await findGroups(tx, { catalog, target, completed: new Set(completed) })
  const seed = newToken()
  const ids = [...new Set(groups.flatMap((group) => group.ids))]
  const [success, history] = await Promise.all([
    getExpectedSuccess(tx, { userId, questionIds: ids, now }),
    getHistory(tx, userId, ids),
  ])
  const distanceOf = (id: QuestionId) => distanceFromLearningBand(success.get(id))
  const questionIds = drawRound({ groups, ...history, distanceOf, seed })
  if (questionIds.length < MIN_ROUND_SIZE) throw errors.practice_too_few_questions()
  await deleteOpenRound(tx, userId)
  const id: PracticeRound['id'] = newId()
  await insertRound(tx, { id, userId, ...target, seed, questionIds, startedAt: now })
  return (await findRound(tx, id, userId))!
}

/** What the learner has answered in lessons, reviews and practice, and the questions of the last round. */
async function getHistory(
  tx: Tx,
  userId: UserId,
  ids: QuestionId[],
): Promise<{ answeredAt: Map<QuestionId, Date>; lastRound: Set<QuestionId> }> {
  const [inLessons, inReviews, rounds] = await Promise.all([
    listAnswerTimes(tx, userId, ids),
    listReviewDays(tx, userId, ids),
    listEarlierRounds(tx, userId, REMEMBERED_ROUNDS),
  ])
  const answeredAt = new Map<QuestionId, Date>()
  const note = (id: QuestionId, at: Date) => {
    const known = answeredAt.get(id)
    if (!known || known < at) answeredAt.set(id, at)
  }
  for (const answer of inLessons) note(answer.questionId, answer.answeredAt)
  for (const { questionId, reviewedOn } of inReviews) note(questionId, new Date(reviewedOn))
  for (const { questionIds, completedAt } of rounds) for (const id of questionIds) note(id, completedAt)
  return { answeredAt, lastRound: new Set(rounds[0]?.questionIds) }
}

/** Half of a round of a lesson are other questions, so that a learner does not only remember the lesson. */
const MAX_OWN = MAX_ROUND_SIZE / 2
/** Half of a round are about its lesson or skill, also when only other questions of the course are unseen. */
const MAX_OF_COURSE = MAX_ROUND_SIZE / 2

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
  // A question of a withdrawn lesson is not asked, nor one that an author has also put on a slide of a later lesson.
  const isAllowed = ({ id, lessonId }: PracticeQuestion) =>
    (shown.has(id) || !hidden.has(id)) &&
    (lessonId === null || (completed.has(lessonId as LessonId) && catalog.lessons.has(lessonId as LessonId)))
  const allowed = (questions: PracticeQuestion[]) => questions.filter(isAllowed).map(({ id }) => id)
  const completedOf = async (courses: ReadonlySet<CourseId>) => {
    const isDone = ({ id, courseId }: Lesson) => completed.has(id) && courses.has(courseId)
    const lessonIds = [...catalog.lessons.values()].filter(isDone).map(({ id }) => id)
    const practice = (await listPracticePool(tx, { lessonIds })).filter(isAllowed)
    return { practice, ids: [...practice.map(({ id }) => id), ...questionsOf(isDone)] }
  }
  const group = (ids: QuestionId[], max = MAX_ROUND_SIZE) => ({ ids: [...new Set(ids)], max })

  if (target.lessonId !== null) {
    const { lesson, course } = getLesson(catalog, target.lessonId)
    if (!completed.has(lesson.id)) throw errors.practice_lesson_not_completed()
    const related = await listRelatedQuestions(tx, lesson.questionIds)
    const ofCourse = await completedOf(new Set([course.id]))
    const extra = ofCourse.practice.filter(({ lessonId }) => lessonId === lesson.id)
    return [
      group(extra.map(({ id }) => id)),
      group(lesson.questionIds, MAX_OWN),
      group(allowed(related)),
      group(ofCourse.ids, MAX_OF_COURSE),
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
    const ofCourses = await completedOf(new Set(lessons.map(({ courseId }) => courseId)))
    return [group([...met]), group(ofCourses.ids, MAX_OF_COURSE)]
  }
  const ofSkill = await listPracticePool(tx, { skills: [target.skill] })
  const ofCourses = await completedOf(new Set(courses.map(({ id }) => id)))
  return [group(allowed(ofSkill)), group(ofCourses.ids, MAX_OF_COURSE)]
}

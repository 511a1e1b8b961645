import type { battleFinished } from '../../events/battles.ts'
import type { contestResult } from '../../events/contests.ts'
import type { testSubmitted } from '../../events/course-tests.ts'
import type { lessonCompleted, questionAnswered } from '../../events/progress.ts'
import { Cache } from '../../platform/cache/cache.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getOwnTimeZone } from '../accounts/public/own-account.ts'
import { isActiveUser } from '../accounts/public/user-status.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import { type FlashcardText, listFlashcards } from '../catalog/public/list-flashcards.ts'
import { listContestAnswers } from '../contests/public/review-attempt.ts'
import { listPracticeSiblings } from '../questions/public/list-practice-siblings.ts'
import { type Day, dayOf } from '../streaks/public/streak.ts'
import { addAnsweredQuestions, addFlashcards, addSiblings } from './add-cards.ts'

/** The first answer to a question of a lesson makes a card of it. */
export const addAnsweredQuestion: EventHandler<EventData<typeof questionAnswered>> = async (tx, { data }) => {
  const { userId, lessonId, questionId, isCorrect, usedHint } = data
  const now = new Date(data.at)
  const today = dayOf({ at: now, zone: await getOwnTimeZone(tx, userId) })
  const answers = [{ questionId, isCorrect, usedHint }]
  await addAnsweredQuestions(tx, { userId, source: 'LESSON', lessonId, answers, today, now })
}

/** The questions of a submitted course test become cards. Its result has shown their solutions. */
export const addTestQuestions: EventHandler<EventData<typeof testSubmitted>> = async (tx, { data }) => {
  const { userId, answers } = data
  const now = new Date(data.at)
  const today = dayOf({ at: now, zone: await getOwnTimeZone(tx, userId) })
  await addAnsweredQuestions(tx, { userId, source: 'TEST', lessonId: null, answers, today, now })
}

const FLASHCARD_CACHE = { maxSize: 1_000, ttlMs: MINUTE_MS }

/**
 * The flashcards of a completed lesson become cards. Their texts are read and stored once a minute in each process: they are
 * remembered after the commit, because a rollback takes the stored texts back.
 */
export function addLessonFlashcards(): EventHandler<EventData<typeof lessonCompleted>> {
  const cache = new Cache<LessonId, FlashcardText[]>(FLASHCARD_CACHE)
  return async (tx, { data: { userId, lessonId, timeZone, at } }) => {
    const now = new Date(at)
    const cached = cache.get(lessonId)
    const flashcards = cached ?? (await listFlashcards(tx, lessonId))
    if (!cached) tx.afterCommit(() => cache.set(lessonId, flashcards))
    const today = dayOf({ at: now, zone: timeZone })
    await addFlashcards(tx, { userId, lessonId, flashcards, isStored: cached !== undefined, today, now })
  }
}

/** The questions of a settled contest become cards of a participant who submitted answers. Can run again. */
export async function addContestQuestions(
  { write }: Pick<Platform, 'write'>,
  { userId, contestId, at }: EventData<typeof contestResult>,
): Promise<void> {
  const now = new Date(at)
  await write(async (tx) => {
    const today = await findToday(tx, userId, now)
    if (!today) return
    const answers = await listContestAnswers(tx, { contestId, userId })
    await addAnsweredQuestions(tx, { userId, source: 'CONTEST', lessonId: null, answers, today, now })
  })
}

/**
 * Each question that a player missed becomes a card of a similar practice question. The question itself may pay in a
 * later battle, so it is not shown. Can run again: the same question always gives the same card.
 */
export async function addMissedQuestions(
  { write }: Pick<Platform, 'write'>,
  { players, at }: EventData<typeof battleFinished>,
): Promise<void> {
  const now = new Date(at)
  for (const { userId, missedQuestionIds } of players) {
    if (missedQuestionIds.length === 0) continue
    await write(async (tx) => {
      const today = await findToday(tx, userId, now)
      if (!today) return
      const questionIds = await listPracticeSiblings(tx, { questionIds: missedQuestionIds, seed: userId })
      await addSiblings(tx, { userId, questionIds, today, now })
    })
  }
}

/** Undefined for a deleted or suspended user, who gets no cards. */
async function findToday(tx: Tx, userId: UserId, now: Date): Promise<Day | undefined> {
  if (!(await isActiveUser(tx, userId))) return undefined
  return dayOf({ at: now, zone: await getOwnTimeZone(tx, userId) })
}

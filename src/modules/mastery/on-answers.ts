import type { questionAnswered } from '../../events/progress.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { recordAnswers } from './public/record-answers.ts'

/** The first answer to a question of a lesson. */
export const recordLessonAnswer: EventHandler<EventData<typeof questionAnswered>> = async (tx, { data }) => {
  const { userId, questionId, isCorrect, timeSpentSeconds, at } = data
  await recordAnswers(tx, {
    userId,
    answers: [{ questionId, isCorrect, isRepeat: false, seconds: timeSpentSeconds }],
    at: new Date(at),
  })
}

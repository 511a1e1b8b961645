import type { questionAnswered } from '../../events/progress.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { recordAnswers } from './public/record-answers.ts'

/** The first answer to a question of a lesson. */
export const recordLessonAnswer: EventHandler<EventData<typeof questionAnswered>> = async (tx, { data }) => {
  const { userId, questionId, isCorrect, at } = data
  await recordAnswers(tx, {
    userId,
    answers: [{ questionId, isCorrect, isRepeat: false }],
    at: new Date(at),
  })
}

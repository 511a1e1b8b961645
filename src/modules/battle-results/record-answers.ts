import type { battleFinished } from '../../events/battles.ts'
import type { Platform } from '../../platform/platform.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import { isActiveUser } from '../accounts/public/user-status.ts'
import { listAskedQuestions } from '../battle-records/public/history.ts'
import { findRoom, updateRecorded } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { recordAnswers } from '../mastery/public/record-answers.ts'

/**
 * Records the answers of a battle for mastery, once. Against a bot all questions are practice questions, and a player may
 * have met any of them in a lesson, so those answers count as repetitions.
 */
export async function recordBattleAnswers(
  { write }: Pick<Platform, 'write'>,
  { roomId: id, players, at }: EventData<typeof battleFinished>,
): Promise<void> {
  const roomId = id as RoomId
  await write(async (tx) => {
    if (!(await updateRecorded(tx, roomId))) return
    const isAgainstBot = (await findRoom(tx, roomId))!.botDifficulty !== null
    for (const { userId, answers } of players) {
      if (answers.length === 0 || !(await isActiveUser(tx, userId))) continue
      const questionIds = answers.map(({ questionId }) => questionId)
      const asked = await listAskedQuestions(tx, { userId, before: roomId, questionIds })
      await recordAnswers(tx, {
        userId,
        answers: answers.map((answer) => ({
          ...answer,
          isRepeat: isAgainstBot || asked.has(answer.questionId),
        })),
        at: new Date(at),
      })
    }
  })
}

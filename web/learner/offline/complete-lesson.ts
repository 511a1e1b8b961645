import { newKey } from '../../../packages/client/src/attempt.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { applyResult } from '../lesson/apply-result.ts'
import { markLessonCompleted } from './mark-completed.ts'
import { dismissEvent, recordActivity, requestBackgroundSync } from './outbox.ts'
import type { Activity } from './outbox-store.ts'
import { settle } from './settle.ts'

interface Completion {
  lesson: Api.LessonContent
  body: { timeSpentSeconds: number; score?: number }
  idempotencyKey: string
}

/** Returns the result, or undefined if the completion waits on this device. Throws a final refusal. */
export async function completeLesson({
  lesson,
  body,
  idempotencyKey,
}: Completion): Promise<Api.LessonResult | undefined> {
  const activity: Activity = {
    kind: 'completion',
    lessonId: lesson.id,
    lessonTitle: lesson.title,
    body,
    idempotencyKey,
  }
  let id: number
  try {
    id = await recordActivity(activity)
  } catch {
    // A browser that allows no storage sends directly.
    const given = { path: { lessonId: lesson.id }, body, idempotencyKey }
    const { data } = await lyceum.call('POST /user-lessons/{lessonId}/complete', given)
    applyResult(data)
    return data
  }
  const settled = await settle(id)
  if (!settled) {
    markLessonCompleted(lesson)
    void requestBackgroundSync()
    return undefined
  }
  if ('data' in settled) return settled.data as Api.LessonResult
  // The screen shows the refusal, so it needs no other place.
  await dismissEvent(id)
  const { code = 'REFUSED', message = '', status } = settled.refusal
  throw new LyceumError(code, message, { status })
}

/**
 * Records an answer whose result is already visible. Returns the feedback of the chosen option, if the service responds in
 * time and the option has any.
 */
export async function answerQuestion(
  lesson: Api.LessonContent,
  body: { questionId: string; selectedOption: number; timeSpentSeconds: number },
): Promise<string | null | undefined> {
  const idempotencyKey = newKey()
  let id: number
  try {
    id = await recordActivity({
      kind: 'answer',
      lessonId: lesson.id,
      lessonTitle: lesson.title,
      body,
      idempotencyKey,
    })
  } catch {
    const given = { path: { lessonId: lesson.id }, body, idempotencyKey }
    // Without storage, a lost answer only changes the statistics.
    return lyceum.call('POST /user-lessons/{lessonId}/answers', given).then(
      ({ data }) => data.feedbackHtml,
      () => undefined,
    )
  }
  const settled = await settle(id)
  return settled && 'data' in settled ? (settled.data as Api.AnsweredQuestion).feedbackHtml : undefined
}

import { newToken } from '../../../platform/ids.ts'
import type { TestQuestion } from '../../questions/public/list-test-questions.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { timeLimitMs } from '../attempt.ts'
import { drawTest } from '../draw-test.ts'

/** Draws the questions of a test as a first attempt does. Each call draws others. */
export function drawExample(pool: TestQuestion[], questionCount: number): QuestionId[] {
  return drawTest({ pool, count: questionCount, earlier: [], seed: newToken() })
}

export function timeLimitSeconds(questionCount: number): number {
  return timeLimitMs(questionCount) / 1000
}

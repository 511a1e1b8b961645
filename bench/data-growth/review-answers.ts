import { answerRequest } from '../review/answer-request.ts'
import type { BenchEnvironment } from '../runner/benchmark.ts'
import { signLyceumTokens } from '../runner/lyceum-tokens.ts'
import type { MeasuredOperation } from './measured-operation.ts'

/** The smallest database has so many. */
const LEARNERS = 1_000
const DUE_CARDS = 5

/** Answers to the cards that are due: first one card of each learner, which warms up, then the next one. */
export async function listReviewAnswers(
  environment: BenchEnvironment,
  sql: Bun.SQL,
): Promise<MeasuredOperation> {
  const cards: { id: string; userId: string; repetition: number }[] = await sql`
    with learner as (select id from user_account where username like 'seeded%' order by random() limit ${LEARNERS}),
      due as (
        select card.id, user_id, repetitions + 1 as repetition,
          row_number() over (partition by user_id order by due_on, card.id)::integer as number
        from learner join review_card card on user_id = learner.id where due_on <= current_date)
    select id, user_id as "userId", repetition from due where number <= ${DUE_CARDS} order by number, user_id`
  const userIds = [...new Set(cards.map(({ userId }) => userId))]
  const tokens = await signLyceumTokens(environment, userIds)
  const tokenOf = new Map(userIds.map((userId, index) => [userId, tokens[index]!]))
  const requests = cards.map(({ id, userId, repetition }) =>
    answerRequest(id, repetition, tokenOf.get(userId)!),
  )
  return {
    name: 'POST /api/v2/review/cards/{id}/answers',
    warmUp: requests.slice(0, userIds.length),
    requests: requests.slice(userIds.length),
    isOnce: true,
  }
}

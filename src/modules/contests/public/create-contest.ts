import { assert, commonErrors } from '../../../platform/errors.ts'
import { newId, newReadableCode, newToken } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { reserveQuestions } from '../../questions/public/reserve-questions.ts'
import { scheduleContest } from '../jobs.ts'
import { insertContest } from '../queries.ts'
import type { ContestId } from './contest.ts'
import { type ContestDraft, toReserved } from './contest-draft.ts'

const ROOM_CODE_LENGTH = 6
const CODE_ATTEMPTS = 10

interface CreateContest {
  draft: ContestDraft
  /** A series has one run for each start time. */
  seriesKey?: string
  now: Date
}

/** Creates a contest and schedules its reminder and settlement. */
export async function createContest(tx: Tx, { draft, seriesKey, now }: CreateContest): Promise<ContestId> {
  if (new Date(draft.endsAt) <= now)
    throw commonErrors.validation_failed({ details: [{ field: 'endsAt', message: 'must be in the future' }] })
  const id: ContestId = newId()
  const questionIds = await reserveQuestions(tx, {
    owner: `contest:${id}`,
    questions: toReserved(draft.questions),
  })
  const contest = {
    ...draft,
    id,
    seriesKey: seriesKey ?? null,
    entryFeeGems: BigInt(draft.entryFeeGems),
    guaranteedPoolGems: BigInt(draft.prizePoolGems),
    startsAt: new Date(draft.startsAt),
    endsAt: new Date(draft.endsAt),
    questionIds,
    seed: newToken(),
  }
  for (let attempt = 1; ; attempt++) {
    const roomCode = draft.type === 'PRIVATE' ? newReadableCode(ROOM_CODE_LENGTH) : null
    if (await insertContest(tx, { ...contest, roomCode }, now)) break
    assert(draft.type === 'PRIVATE' && attempt < CODE_ATTEMPTS, `the contest ${draft.title} exists already`)
  }
  scheduleContest(tx, contest)
  return id
}

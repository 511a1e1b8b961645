import { assert, commonErrors } from '../../../platform/errors.ts'
import { newId, newReadableCode, newToken } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { reserveQuestions } from '../../questions/public/reserve-questions.ts'
import { insertContest } from '../contest-queries.ts'
import { scheduleContest } from '../jobs.ts'
import type { ContestId } from './contest.ts'
import type { ContestDraft } from './contest-draft.ts'

const ROOM_CODE_LENGTH = 6
/** Of a thousand million codes so few are taken that a second one is hardly ever needed. */
const CODE_TRIES = 10

interface CreateContest {
  draft: ContestDraft
  /** A run of a series is made once for each beginning. */
  seriesKey?: string
  now: Date
}

/** Makes a contest, which begins and ends by the clock from then on. */
export async function createContest(tx: Tx, { draft, seriesKey, now }: CreateContest): Promise<ContestId> {
  if (new Date(draft.endsAt) <= now)
    throw commonErrors.validation_failed({ details: [{ field: 'endsAt', message: 'must be in the future' }] })
  const id: ContestId = newId()
  const questionIds = await reserveQuestions(tx, { owner: `contest:${id}`, questions: draft.questions })
  const contest = {
    id,
    seriesKey: seriesKey ?? null,
    title: draft.title,
    description: draft.description,
    type: draft.type,
    entryFeeGems: BigInt(draft.entryFeeGems),
    guaranteedPoolGems: BigInt(draft.prizePoolGems),
    prizeTable: draft.prizeTable,
    minParticipants: draft.minParticipants,
    maxDurationSeconds: draft.maxDurationSeconds,
    startsAt: new Date(draft.startsAt),
    endsAt: new Date(draft.endsAt),
    questionIds,
    seed: newToken(),
  }
  for (let attempt = 1; ; attempt++) {
    const roomCode = draft.type === 'PRIVATE' ? newReadableCode(ROOM_CODE_LENGTH) : null
    if (await insertContest(tx, { ...contest, roomCode }, now)) break
    assert(draft.type === 'PRIVATE' && attempt < CODE_TRIES, `the contest ${draft.title} is there already`)
  }
  scheduleContest(tx, contest)
  return id
}

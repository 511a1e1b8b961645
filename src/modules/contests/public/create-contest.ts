import { assert, commonErrors } from '../../../platform/errors.ts'
import type { Role } from '../../../platform/http/caller.ts'
import { newId, newReadableCode, newToken, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { reserveQuestions } from '../../questions/public/reserve-questions.ts'
import { errors } from '../errors.ts'
import { scheduleContest } from '../jobs.ts'
import { insertAnswerReader } from '../participant-queries.ts'
import { insertContest } from '../queries.ts'
import {
  type Contest,
  type ContestId,
  CREATOR_HOUSE_MIN_PARTICIPANTS,
  CREATOR_MIN_OPEN_MS,
  HOUSE_MIN_PARTICIPANTS,
} from './contest.ts'
import { type ContestDraft, toReserved } from './contest-draft.ts'

const ROOM_CODE_LENGTH = 6
const CODE_ATTEMPTS = 10

export interface ContestAuthor {
  userId: UserId
  role: Role
}

interface CreateContest {
  draft: ContestDraft
  /** Null for contests of the operator. */
  author: ContestAuthor | null
  /** A series has one run for each start time. */
  seriesKey?: string
  /** Users besides the author who may read the questions elsewhere. They cannot join either. */
  otherReaders?: UserId[]
  now: Date
}

/** Creates a contest and schedules its reminder and settlement. */
export async function createContest(
  tx: Tx,
  { draft, author, seriesKey, otherReaders = [], now }: CreateContest,
): Promise<ContestId> {
  if (new Date(draft.endsAt) <= now)
    throw commonErrors.validation_failed({ details: [{ field: 'endsAt', message: 'must be in the future' }] })
  const isByCreator = author?.role === 'CREATOR'
  if (isByCreator)
    requireHousePrizeAllowed({
      guaranteedPoolGems: BigInt(draft.prizePoolGems),
      startsAt: new Date(draft.startsAt),
      endsAt: new Date(draft.endsAt),
      now,
    })
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
    houseMinParticipants: isByCreator ? CREATOR_HOUSE_MIN_PARTICIPANTS : HOUSE_MIN_PARTICIPANTS,
    seed: newToken(),
    authorId: author?.userId ?? null,
  }
  for (let attempt = 1; ; attempt++) {
    const roomCode = draft.type === 'PRIVATE' ? newReadableCode(ROOM_CODE_LENGTH) : null
    if (await insertContest(tx, { ...contest, roomCode }, now)) break
    assert(draft.type === 'PRIVATE' && attempt < CODE_ATTEMPTS, `the contest ${draft.title} exists already`)
  }
  const readers = new Set(author ? [author.userId, ...otherReaders] : otherReaders)
  for (const userId of readers) await insertAnswerReader(tx, { contestId: id, userId, now })
  scheduleContest(tx, contest)
  return id
}

/**
 * Throws if the house would guarantee a pool in a contest of a CREATOR that is open for too short a time for others to
 * join. Time before `now` does not count: a contest may be created with a start in the past.
 */
export function requireHousePrizeAllowed({
  guaranteedPoolGems,
  startsAt,
  endsAt,
  now,
}: Pick<Contest, 'guaranteedPoolGems' | 'startsAt' | 'endsAt'> & { now: Date }): void {
  const opensAt = Math.max(startsAt.getTime(), now.getTime())
  if (guaranteedPoolGems > 0n && endsAt.getTime() - opensAt < CREATOR_MIN_OPEN_MS)
    throw errors.house_prize_too_short()
}

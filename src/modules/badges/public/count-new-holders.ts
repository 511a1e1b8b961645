import type { Db } from '../../../platform/db/database.ts'
import { listActiveUsers } from '../../accounts/public/user-status.ts'
import { BACKFILL_SOURCES } from '../backfill-sources.ts'
import type { HistoricalStep } from '../badge-history.ts'
import { listCompletedUsers } from '../queries.ts'
import type { BadgeDefinition } from './badge-definition.ts'

const USERS_PER_PAGE = 1_000
/** A request counts this many pages; with more users the count is that of the oldest accounts. */
const MAX_PAGES = 200
const FIRST_USER = '00000000-0000-0000-0000-000000000000'

/** Counts the users who get a badge by what they have done before, as soon as it is published: each costs a mint. */
export async function countNewHolders(
  db: Db,
  {
    type,
    ruleKind,
    requiredProgress: required,
  }: Pick<BadgeDefinition, 'type' | 'ruleKind' | 'requiredProgress'>,
): Promise<number> {
  let count = 0
  let after = FIRST_USER
  for (let page = 0; page < MAX_PAGES; page++) {
    const userIds = await listActiveUsers(db, { after, limit: USERS_PER_PAGE })
    const done = (await BACKFILL_SOURCES[ruleKind]?.(db, { userIds, required })) ?? []
    const qualified = done.filter((each) => reaches(each, required)).map(({ userId }) => userId)
    const completed = await listCompletedUsers(db, type, qualified)
    count += qualified.length - completed.length
    if (userIds.length < USERS_PER_PAGE) return count
    after = userIds.at(-1)!
  }
  return count
}

function reaches({ step }: HistoricalStep, required: number): boolean {
  return ('items' in step ? new Set(step.items).size : step.value) >= required
}

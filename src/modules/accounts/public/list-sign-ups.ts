import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { idsAround } from './user-records.ts'

export interface SignUp {
  userId: UserId
  timeZone: string
  signedUpAt: Date
}

/** The users after an id in the order of their sign-up, deleted ones included. */
export function listSignUps(db: Db, { after, limit }: { after: string; limit: number }): Promise<SignUp[]> {
  return db<SignUp>`
    select id as "userId", time_zone as "timeZone", created_at as "signedUpAt" from user_account
    where id > ${after}::uuid order by id limit ${limit}`
}

/** The newest sign-ups of a time, newest first, without deleted accounts: `from` is included, `to` is not. */
export function listNewestSignUps(
  db: Db,
  { from, to, limit }: { from: Date | undefined; to: Date | undefined; limit: number },
): Promise<SignUp[]> {
  const { fromId, toId } = idsAround(from, to)
  return db<SignUp>`
    select id as "userId", time_zone as "timeZone", created_at as "signedUpAt" from user_account
    where deleted_at is null and id >= ${fromId}::uuid and id < ${toId}::uuid
      and (${from ?? null}::timestamptz is null or created_at >= ${from ?? null}::timestamptz)
      and (${to ?? null}::timestamptz is null or created_at < ${to ?? null}::timestamptz)
    order by id desc limit ${limit}`
}

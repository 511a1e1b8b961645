import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

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

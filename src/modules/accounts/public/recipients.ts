import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/** What a notification to a user needs. */
export interface Recipient {
  userId: UserId
  username: string
  language: string
  timeZone: string
  /** Null until it is verified: an unverified address may belong to another person. */
  email: string | null
}

/** Deleted and suspended users are missing from the map. */
export async function listRecipients(db: Db, userIds: UserId[]): Promise<Map<UserId, Recipient>> {
  return byId(
    await db<Recipient>`
      select id as "userId", username, language, time_zone as "timeZone",
        case when email_verified_at is not null then email end as email
      from user_account where id = any(${userIds}::uuid[]) and deleted_at is null and suspended_at is null`,
  )
}

/** Also share-locks the accounts until commit, so that account erasure sees everything this transaction writes. */
export async function shareLockRecipients(tx: Tx, userIds: UserId[]): Promise<Map<UserId, Recipient>> {
  return byId(
    await tx<Recipient>`
      select id as "userId", username, language, time_zone as "timeZone",
        case when email_verified_at is not null then email end as email
      from user_account where id = any(${userIds}::uuid[]) and deleted_at is null and suspended_at is null
      order by id for share`,
  )
}

function byId(recipients: Recipient[]): Map<UserId, Recipient> {
  return new Map(recipients.map((recipient) => [recipient.userId, recipient]))
}

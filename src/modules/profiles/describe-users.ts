import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { viewStreak } from '../rewards/streak/streak.ts'
import { profileImageUrl } from './profile.ts'
import { listPublicRows } from './queries.ts'

/** What everybody may see of a user. */
export interface PublicUser {
  username: string
  avatarUrl: string
  totalGems: number
  currentStreak: number
}

/** Many users at once, in one query. Whoever is deleted or suspended is missing. */
export async function describeUsers(
  db: Db,
  userIds: UserId[],
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<Map<UserId, PublicUser>> {
  const rows = await listPublicRows(db, userIds)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        username: row.username,
        avatarUrl: profileImageUrl(publicUrl, row.id, row.avatarKey),
        totalGems: Number(row.gems),
        currentStreak: row.streak ? viewStreak(row.streak, { at: now, zone: row.timeZone }).currentDays : 0,
      },
    ]),
  )
}

export async function userExists(db: Db, userId: UserId): Promise<boolean> {
  return (await listPublicRows(db, [userId])).length === 1
}

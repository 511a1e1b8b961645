import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { streakAsOf } from '../streaks/public/streak.ts'
import { profileImageUrl } from './profile.ts'
import { listPublicProfileRows } from './queries.ts'

/** What everybody may see of a user. */
export interface PublicProfile {
  username: string
  avatarUrl: string
  totalGems: number
  currentStreak: number
}

/** Many users at once, in one query. Whoever is deleted or suspended is missing. */
export async function listPublicProfiles(
  db: Db,
  userIds: UserId[],
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<Map<UserId, PublicProfile>> {
  const rows = await listPublicProfileRows(db, userIds)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        username: row.username,
        avatarUrl: profileImageUrl(publicUrl, row.id, row.avatarKey),
        totalGems: Number(row.gems),
        currentStreak: row.streak ? streakAsOf(row.streak, { at: now, zone: row.timeZone }).currentDays : 0,
      },
    ]),
  )
}

export async function userExists(db: Db, userId: UserId): Promise<boolean> {
  return (await listPublicProfileRows(db, [userId])).length === 1
}

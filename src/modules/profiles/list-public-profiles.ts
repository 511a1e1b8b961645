import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { PublicProfile } from '../accounts/public/public-profile.ts'
import { currentDaysAsOf } from '../streaks/public/streak.ts'
import { profileImageUrl } from './profile.ts'
import { listPublicProfileRows } from './queries.ts'

/** Reads many profiles in one query. Deleted and suspended users are missing from the map. */
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
        currentStreak: row.streak ? currentDaysAsOf(row.streak, { at: now, zone: row.timeZone }) : 0,
        isProfilePublic: row.isProfilePublic,
      },
    ]),
  )
}

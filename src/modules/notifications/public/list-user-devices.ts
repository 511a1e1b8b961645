import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { DeviceToken } from '../devices/device.ts'

/** A push device without its token. */
interface UserDevice extends Pick<DeviceToken, 'platform' | 'kind'> {
  id: string
  createdAt: Date
  lastSeenAt: Date
}

/** The push devices of a user, the last seen first. */
export function listUserDevices(db: Db, userId: UserId, limit: number): Promise<UserDevice[]> {
  return db<UserDevice>`
    select id, platform, kind, created_at as "createdAt", last_seen_at as "lastSeenAt"
    from device_token where user_id = ${userId} order by last_seen_at desc limit ${limit}`
}

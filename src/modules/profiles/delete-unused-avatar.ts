import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { findProfile } from './queries.ts'

export async function deleteAvatarIfUnused(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { userId, avatarKey }: { userId: UserId; avatarKey: string },
): Promise<void> {
  const profile = await findProfile(db, userId)
  if (profile?.avatarKey !== avatarKey) await storage.delete(avatarKey)
}

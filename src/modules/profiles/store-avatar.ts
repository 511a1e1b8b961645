import { addMs, HOUR_MS } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { encodeAvatar } from './avatar.ts'
import { deleteUnusedAvatar } from './jobs.ts'

/**
 * Stores the file before the row that names it. First enqueues a job that deletes the file after an hour if no
 * profile uses it.
 */
export async function storeAvatar(
  { write, storage }: Pick<Platform, 'write' | 'storage'>,
  { userId, image, signal, now }: { userId: UserId; image: File; signal: AbortSignal; now: Date },
): Promise<string> {
  const avatarKey = `avatars/${newId()}.webp`
  const bytes = await encodeAvatar(image, { owner: userId, signal })
  const startAfter = addMs(now, HOUR_MS)
  await write(async (tx) => tx.enqueue(deleteUnusedAvatar, { userId, avatarKey }, { startAfter }))
  await storage.put(avatarKey, bytes, 'image/webp')
  return avatarKey
}

/** Deletes the file of an avatar. Only logs an error, because a job deletes unused files later. */
export function deleteAvatarFile({ storage }: Pick<Platform, 'storage'>, key: string): void {
  storage
    .delete(key)
    .catch((error) => log.warn({ key, error: String(error) }, 'profiles: avatar not deleted'))
}

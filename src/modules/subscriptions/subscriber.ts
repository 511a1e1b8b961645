import type { Db } from '../../platform/db/database.ts'
import { isId, type UserId } from '../../platform/ids.ts'
import { findDeletionState, isActiveUser } from '../accounts/public/user-status.ts'

/**
 * A subscriber is a user id, or an anonymous id that RevenueCat assigned before the user signed in. User ids are compared
 * in lower case.
 */
export function normalizeSubscriber(name: string): string {
  return isId(name.toLowerCase()) ? name.toLowerCase() : name
}

/** The user with this id, unless the account is deleted or suspended. */
export async function findActiveUser(db: Db, subscriber: string): Promise<UserId | undefined> {
  const userId = subscriber as UserId
  return isId(subscriber) && (await isActiveUser(db, userId)) ? userId : undefined
}

/** The first of the names that belongs to an active user; otherwise the first name. */
export async function findSubscriber(db: Db, names: string[]): Promise<string | undefined> {
  const subscribers = [...new Set(names.map(normalizeSubscriber))]
  for (const subscriber of subscribers) if (await findActiveUser(db, subscriber)) return subscriber
  return subscribers[0]
}

interface SubscriberAccount {
  userId: UserId
  isDeleted: boolean
}

/** The account of one of the subscribers, also if it is suspended or deleted. */
export async function findSubscriberAccount(
  db: Db,
  subscribers: string[],
): Promise<SubscriberAccount | undefined> {
  const [found] = await findDeletionState(db, subscribers.filter(isId) as UserId[])
  return found && { userId: found[0], ...found[1] }
}

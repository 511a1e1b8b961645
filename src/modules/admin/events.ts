import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'

/** Somebody who runs the service has something to say to a user. */
export const messageSent = defineFact<{
  userId: UserId
  title: string
  body: string
  link: string
  at: string
}>('admin.message_sent')

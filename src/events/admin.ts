import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** An administrator sends a message to a user. */
export const messageSent = defineEvent<{
  userId: UserId
  title: string
  body: string
  link: string
  at: string
}>('admin.message_sent')

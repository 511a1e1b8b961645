import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import type { OutFrameDefinition } from '../../platform/websockets/frames.ts'
import { z } from '../../platform/zod.ts'
import { NOTIFICATION_TYPES } from './notification.ts'

export const NotificationSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    body: z.string(),
    type: z.enum(NOTIFICATION_TYPES),
    isRead: z.boolean(),
    createdAt: TimestampSchema,
    link: z.string().openapi({ description: 'The page of the app to open.' }),
  })
  .openapi('Notification')

export const NOTIFICATION_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  title: '7-day streak!',
  body: 'You have learned 7 days in a row and earned 15 gems.',
  type: 'STREAK_MILESTONE',
  isRead: false,
  createdAt: '2026-11-02T08:00:00.000Z',
  link: 'lyceum://streak',
} as const

const FRAME = 'notification'

export const NOTIFICATION_OUT_FRAMES: OutFrameDefinition[] = [
  {
    type: FRAME,
    schema: NotificationSchema,
    summary: 'A new notification, in the format of GET /notifications.',
  },
]

export function notificationFrame(entry: z.input<typeof NotificationSchema>): OutFrame {
  return { type: FRAME, data: entry }
}

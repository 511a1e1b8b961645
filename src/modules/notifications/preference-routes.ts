import type { Db } from '../../platform/db/database.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { getOwnTimeZone } from '../accounts/public/own-account.ts'
import { NOTIFICATION_TYPES, type NotificationType } from './notification.ts'
import { allChannels, NO_PREFERENCE, type Preference } from './preferences/preference.ts'
import { findPreference } from './preferences/queries.ts'
import { setPreference } from './set-preference.ts'

const TAG = 'Notifications'

const TimeOfDaySchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day such as 22:00')
  .openapi({ example: '22:00' })

const QuietHoursSchema = z
  .object({ start: TimeOfDaySchema, end: TimeOfDaySchema })
  .refine(({ start, end }) => start !== end, { path: ['end'], message: 'must differ from start' })
  .openapi({
    description:
      'In your time zone; may span midnight. Delays pushes and e-mails until the end, but not the inbox.',
  })

const ChannelsSchema = z.object({ inApp: z.boolean(), push: z.boolean(), email: z.boolean() })

function forEachType<Schema extends z.ZodType>(schema: Schema) {
  return z.object(
    Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, schema])) as Record<NotificationType, Schema>,
  )
}

const PreferencesSchema = z
  .object({
    channels: forEachType(ChannelsSchema),
    quietHours: QuietHoursSchema.nullable(),
    timeZone: z
      .string()
      .openapi({ description: 'The time zone of your profile.', example: 'Africa/Nairobi' }),
  })
  .openapi('NotificationPreferences')

const ChoiceSchema = z.object({
  channels: forEachType(ChannelsSchema.partial().optional())
    .optional()
    .openapi({ description: 'Missing entries are reset to their defaults.' }),
  quietHours: QuietHoursSchema.nullish(),
})

const EXAMPLE = {
  channels: allChannels(NO_PREFERENCE),
  quietHours: { start: '22:00', end: '07:00' },
  timeZone: 'Africa/Nairobi',
}

export function preferenceRoutes({ db }: Platform): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/notifications/preferences',
      tag: TAG,
      summary: 'Read notification preferences',
      access: 'user',
      response: { data: PreferencesSchema, example: EXAMPLE },
      handle: async ({ caller }) =>
        preferencesView(db, caller.userId, await findPreference(db, caller.userId)),
    }),

    endpoint({
      method: 'put',
      path: '/notifications/preferences',
      tag: TAG,
      summary: 'Replace notification preferences',
      description:
        'Replaces all earlier preferences. With `inApp` off, the inbox does not show the type. E-mails are sent only to a verified address.',
      access: 'user',
      body: ChoiceSchema,
      bodyExample: {
        channels: { BATTLE_RESULT: { push: false } },
        quietHours: { start: '22:00', end: '07:00' },
      },
      response: { data: PreferencesSchema, example: EXAMPLE, message: 'Preferences saved' },
      handle: ({ caller: { userId }, body, write, now }) => {
        const preference: Preference = { channels: body.channels ?? {}, quietHours: body.quietHours ?? null }
        return write(async (tx) => {
          await setPreference(tx, { userId, preference, now })
          return preferencesView(tx, userId, preference)
        })
      },
    }),
  ]
}

async function preferencesView(db: Db, userId: UserId, preference: Preference) {
  return {
    channels: allChannels(preference),
    quietHours: preference.quietHours,
    timeZone: await getOwnTimeZone(db, userId),
  }
}

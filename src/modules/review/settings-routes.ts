import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { shareLockOwnAccount } from '../accounts/public/own-account.ts'
import { getLearner, type ReviewSettings, upsertSettings } from './learner-queries.ts'

const TAG = 'Review'

const SettingsSchema = z
  .object({
    targetRetention: z.number().min(0.8).max(0.95).openapi({
      description: 'The share of cards that you want to remember when they are due; two decimals count',
    }),
    dailyLimit: z.int().min(10).max(500).openapi({ description: 'Cards that a day shows at most' }),
  })
  .openapi('ReviewSettings')

const SETTINGS_EXAMPLE = { targetRetention: 0.9, dailyLimit: 60 }

export function settingsRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/review/settings',
      tag: TAG,
      summary: 'Read your review settings',
      access: 'user',
      response: { data: SettingsSchema, example: SETTINGS_EXAMPLE },
      handle: async ({ caller }) => presentSettings(await getLearner(db, caller.userId)),
    }),

    endpoint({
      method: 'put',
      path: '/review/settings',
      tag: TAG,
      summary: 'Change your review settings',
      description: 'Cards keep their due day. The next answer to each card uses the new retention.',
      access: 'user',
      body: SettingsSchema,
      bodyExample: SETTINGS_EXAMPLE,
      response: { data: SettingsSchema, example: SETTINGS_EXAMPLE, message: 'Settings saved' },
      handle: ({ caller: { userId }, body: { targetRetention, dailyLimit }, write }) =>
        write(async (tx) => {
          const settings = { targetRetentionPercent: Math.round(100 * targetRetention), dailyLimit }
          await shareLockOwnAccount(tx, userId)
          await upsertSettings(tx, userId, settings)
          return presentSettings(settings)
        }),
    }),
  ]
}

function presentSettings({ targetRetentionPercent, dailyLimit }: ReviewSettings) {
  return { targetRetention: targetRetentionPercent / 100, dailyLimit }
}

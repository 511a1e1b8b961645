import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { UserId } from '../../platform/ids.ts'
import type { PersonalDataSection } from '../../platform/personal-data.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { deleteAccount } from '../account-lifecycle/public/delete-account.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import {
  BioSchema,
  CountrySchema,
  DailyTargetSchema,
  LanguageSchema,
  TimeZoneSchema,
  UsernameSchema,
} from '../accounts/public/account-fields.ts'
import { updateUserDetails } from '../accounts/public/update-user-details.ts'
import { reauthenticationErrors, errors as signInErrors } from '../sign-in/errors.ts'
import { ReauthenticationSchema, reauthenticate } from '../sign-in/public/reauthenticate.ts'
import { AVATAR_LIMIT_BYTES } from './avatar.ts'
import { dailyTargetRoute } from './daily-target-route.ts'
import { errors } from './errors.ts'
import { createPersonalDataExport } from './export-personal-data.ts'
import { getProfile } from './get-profile.ts'
import { deleteUnusedAvatar } from './jobs.ts'
import { PROFILE_EXAMPLE, ProfileSchema } from './profile.ts'
import { publicProfileRoute } from './public-profile-route.ts'
import { deleteAvatarFile, storeAvatar } from './store-avatar.ts'

const TAG = 'Profile'

/** A form sends a flag as text. */
const FlagSchema = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .optional()

/** Hides a user from the leaderboards or shows the user again. `app/` injects it. */
export type SetLeaderboardOptOut = (
  tx: Tx,
  choice: { userId: UserId; isOptedOut: boolean; now: Date },
) => Promise<void>

export function profileRoutes(
  platform: Platform,
  personalData: PersonalDataSection[],
  setLeaderboardOptOut: SetLeaderboardOptOut,
): Endpoint[] {
  const { publicUrl } = platform.config
  const streamExport = createPersonalDataExport(platform, personalData)
  return [
    publicProfileRoute(platform),
    dailyTargetRoute(platform),

    endpoint({
      method: 'get',
      path: '/user/profile',
      tag: TAG,
      summary: 'Read your own profile',
      access: 'user',
      response: { data: ProfileSchema, example: PROFILE_EXAMPLE },
      handle: ({ caller, now }) => getProfile(platform.pipelinedDb, caller.userId, publicUrl, now),
    }),

    endpoint({
      method: 'patch',
      path: '/user/profile',
      tag: TAG,
      summary: 'Change your profile',
      description:
        'Any subset of the fields, as JSON, or as multipart with an image. `null` clears `country`, `bio` and `dailyTargetXP`.',
      access: 'user',
      body: z.object({
        username: UsernameSchema.optional(),
        country: CountrySchema.nullable()
          .optional()
          .openapi({ type: ['string', 'null'] }),
        bio: BioSchema.nullable().optional(),
        language: LanguageSchema.optional(),
        timeZone: TimeZoneSchema.optional(),
        leaderboardOptOut: FlagSchema.openapi({
          type: 'boolean',
          description: 'Hides the user from the leaderboards.',
        }),
        publicProfile: FlagSchema.openapi({
          type: 'boolean',
          description: 'Shows the profile to everybody under `GET /public/profiles/{username}`.',
        }),
        dailyTargetXP: DailyTargetSchema.nullable()
          .optional()
          .openapi({ type: ['integer', 'null'], minimum: 10, maximum: 1_000 }),
      }),
      bodyExample: { username: 'ada_l', country: 'KE', bio: 'Learning one slide a day.' },
      upload: {
        parts: ['avatar', 'profileImage'],
        limitBytes: AVATAR_LIMIT_BYTES + 64 * 1024,
        description: 'JPEG, PNG, WebP or GIF, at most 5 MiB. It is converted to a WebP of 512 × 512 pixels.',
      },
      response: {
        data: ProfileSchema,
        example: PROFILE_EXAMPLE,
        message: 'Profile updated',
      },
      refusals: [accountErrors.username_taken, errors.avatar_unsupported, errors.avatar_too_large],
      handle: async ({ caller: { userId }, body, files, signal, write, now }) => {
        const {
          leaderboardOptOut: isOptedOut,
          publicProfile: isProfilePublic,
          dailyTargetXP: dailyTargetXp,
          ...details
        } = body
        const image = files.get('avatar')?.[0] ?? files.get('profileImage')?.[0]
        const avatarKey = image ? await storeAvatar(platform, { userId, image, signal, now }) : undefined
        const update = async (tx: Tx) => {
          // Locks the account before the scores, in the same order as account deletion.
          const { replacedAvatarKey: replacedKey } = await updateUserDetails(tx, {
            userId,
            patch: { ...details, isProfilePublic, dailyTargetXp, avatarKey },
            now,
          })
          if (isOptedOut !== undefined) await setLeaderboardOptOut(tx, { userId, isOptedOut, now })
          if (!replacedKey) return
          tx.afterCommit(() => deleteAvatarFile(platform, replacedKey))
          // The job deletes the file if that fails.
          const startAfter = addMs(now, MINUTE_MS)
          tx.enqueue(deleteUnusedAvatar, { userId, avatarKey: replacedKey }, { startAfter })
        }
        try {
          return await write(update, (tx) => getProfile(tx, userId, publicUrl, now))
        } catch (error) {
          // After any other error, such as a lost connection, the transaction may have committed.
          if (avatarKey && error instanceof Refusal) deleteAvatarFile(platform, avatarKey)
          throw error
        }
      },
    }),

    endpoint({
      method: 'get',
      path: '/user/export',
      isHiddenFromViews: true,
      tag: TAG,
      summary: 'Export all of your data as one document',
      description: 'The document is streamed. One export runs at a time, and five a day are allowed.',
      access: 'user',
      response: {
        data: z.looseObject({ exportedAt: z.string(), userId: z.string() }),
        example: {
          exportedAt: '2026-11-02T08:00:00.000Z',
          userId: PROFILE_EXAMPLE.id,
          profile: PROFILE_EXAMPLE,
          identity: {},
        },
      },
      refusals: [errors.export_running],
      handle: ({ caller, signal, now }) => streamExport(caller.userId, { signal, now }),
    }),

    endpoint({
      method: 'delete',
      path: '/user/account',
      tag: TAG,
      summary: 'Delete your account',
      description:
        'Erases personal data and revokes every session. Ledger entries remain without a name. Needs the password; an account without one sends `otpCode` from /auth/otp/request.',
      access: 'user',
      body: ReauthenticationSchema,
      bodyExample: { password: 'correct-horse-battery' },
      isBodyRequired: true,
      endsSession: true,
      response: { message: 'Your account is deleted' },
      refusals: [
        reauthenticationErrors.invalid_credentials,
        signInErrors.password_not_set,
        accountErrors.code_invalid,
        accountErrors.code_expired,
      ],
      handle: async ({ caller, body, address, write, now }) => {
        const confirm = await reauthenticate(platform, caller.userId, body, { address, now })
        return write(async (tx) => {
          await confirm(tx)
          await deleteAccount(tx, { userId: caller.userId, now })
        })
      },
    }),
  ]
}

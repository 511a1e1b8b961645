import { commonErrors } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { shareLockOwnSession } from '../../sessions/public/share-lock-session.ts'
import { errors } from '../errors.ts'
import {
  type DevicePlatform,
  hashDeviceToken,
  MAX_DEVICES,
  PLATFORMS,
  readDeviceToken,
  TOKEN_CHARACTERS,
} from './device.ts'
import { deleteDevice } from './queries.ts'
import { registerDevice } from './register-device.ts'

const TAG = 'Notifications'

const TokenSchema = z.string().trim().min(1).max(TOKEN_CHARACTERS).openapi({
  description: 'An FCM registration token, or the JSON of a browser’s `PushSubscription` as text.',
  example: 'fcm-registration-token',
})

const PlatformSchema = z
  .string()
  .max(10)
  .transform((platform) => platform.toUpperCase())
  .pipe(z.enum(PLATFORMS, 'must be ios, android or web'))
  .openapi({
    type: 'string',
    enum: PLATFORMS.map((platform) => platform.toLowerCase()),
    description: 'Upper case is accepted too.',
    example: 'android',
  })

export function deviceRoutes({ config }: Platform): Endpoint[] {
  const { webPush } = config.push
  return [
    endpoint({
      method: 'post',
      path: '/notifications/device-token',
      tag: TAG,
      summary: 'Register a device for pushes',
      description: `Send the token whenever the app starts. It belongs to the user who registered it last, until that session ends. Above ${MAX_DEVICES} devices, the one that was not seen for longest is deleted.`,
      access: 'user',
      perSession: true,
      body: z.object({ token: TokenSchema, platform: PlatformSchema }),
      bodyExample: { token: 'fcm-registration-token', platform: 'android' },
      response: { status: 201, message: 'The device is registered' },
      refusals: [errors.token_unusable, errors.push_service_unknown],
      handle: ({ caller, body, write, now }) => {
        const device = readDeviceToken(body.token, body.platform as DevicePlatform, webPush.origins)
        const { userId, sessionId } = caller
        return write(async (tx) => {
          await shareLockOwnSession(tx, caller)
          await registerDevice(tx, { userId, sessionId, device, now })
        })
      },
    }),

    endpoint({
      method: 'delete',
      path: '/notifications/device-token',
      tag: TAG,
      summary: 'Unregister a device',
      description: 'For signing out. Only for a device of the caller.',
      access: 'user',
      body: z.object({ token: TokenSchema }),
      bodyExample: { token: 'fcm-registration-token' },
      response: { message: 'The device is unregistered' },
      refusals: [commonErrors.not_found],
      handle: ({ caller, body, write }) =>
        write(async (tx) => {
          const isDeleted = await deleteDevice(tx, caller.userId, hashDeviceToken(body.token))
          if (!isDeleted) throw commonErrors.not_found()
        }),
    }),

    endpoint({
      method: 'get',
      path: '/notifications/web-push-key',
      tag: TAG,
      summary: 'Read the Web Push key',
      description: 'The `applicationServerKey` of `pushManager.subscribe`; null if Web Push is disabled.',
      access: 'user',
      response: {
        data: z.object({ publicKey: z.string().nullable() }),
        example: {
          publicKey:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        },
      },
      handle: () => ({ publicKey: webPush.keys?.publicKey ?? null }),
    }),
  ]
}

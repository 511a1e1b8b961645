import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { shareLockOwnTwoFactor } from '../../accounts/public/own-account.ts'
import { errors } from '../../site-settings/errors.ts'
import {
  getStoredRuntimeSettings,
  replaceRuntimeSettings,
} from '../../site-settings/public/replace-runtime-settings.ts'
import {
  areGrantLimitsRaised,
  areTwoFactorRolesAdded,
  presentRuntimeSettings,
  RUNTIME_SETTINGS_EXAMPLE,
  RUNTIME_SETTINGS_INPUT_EXAMPLE,
  RuntimeSettingsInputSchema,
  RuntimeSettingsSchema,
  settingsInForce,
} from '../../site-settings/public/runtime-settings.ts'
import { adminAction, adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { changesBetween } from '../../staff-access/public/record-audit-entry.ts'

const response = { data: RuntimeSettingsSchema, example: RUNTIME_SETTINGS_EXAMPLE } as const

export function runtimeSettingsRoutes({ db, config }: Platform): Endpoint[] {
  return [
    adminRead('GET /admin/runtime-settings', {
      summary: 'Read the settings that apply at run time',
      description:
        'Each setting has the value in force, whether it is stored or from the environment, and the value of the environment. Processes may have different environments: the values are those of the process that responds.',
      response,
      handle: async () => presentRuntimeSettings(config, await getStoredRuntimeSettings(db)),
    }),

    adminAction('PUT /admin/runtime-settings', {
      summary: 'Replace the settings that apply at run time',
      description:
        'In force in all processes within a second. Null leaves a setting to the environment. Closed sign-up refuses every new account, except those of the setup and of the command line, and no sign-in. Without stakes, new stakes and entry fees are refused; running battles and joined contests are settled as agreed. `version` is that of the settings that you read; another one is 412 `SETTINGS_CHANGED`. The limits of grants can be lowered; only the command line raises them or turns them off. Users of a role in `twoFactorRoles` who have no two-factor sign-in can sign in, and get 403 `TWO_FACTOR_SETUP_REQUIRED` at every endpoint under `/admin` until they turn it on; to add a role, your own account must have it. The same settings again change nothing.',
      body: RuntimeSettingsInputSchema.extend({
        version: z.int().min(0).max(2_000_000_000),
        reason: z.string().trim().min(1).max(500),
      }),
      bodyExample: {
        ...RUNTIME_SETTINGS_INPUT_EXAMPLE,
        version: 2,
        reason: 'A defect in battles is examined.',
      },
      response,
      refusals: [errors.settings_changed, errors.grant_limits_raised, errors.own_two_factor_required],
      perform: async (tx, { body: { reason, ...settings }, caller, now }) => {
        // Accounts are locked before the settings.
        const hasTwoFactor = await shareLockOwnTwoFactor(tx, caller.userId)
        const { before, after } = await replaceRuntimeSettings(tx, { ...settings, now })
        const [old, updated] = [settingsInForce(config, before), settingsInForce(config, after)]
        // Otherwise an administrator could pass the approval alone.
        if (areGrantLimitsRaised(old.grantLimits, updated.grantLimits)) throw errors.grant_limits_raised()
        // Otherwise the only administrator could lock themselves out by accident.
        if (!hasTwoFactor && areTwoFactorRolesAdded(old.twoFactorRoles, updated.twoFactorRoles))
          throw errors.own_two_factor_required()
        const changes = changesBetween(before, after)
        return {
          data: presentRuntimeSettings(config, after),
          act: changes && {
            name: 'settings.updated',
            subject: { kind: 'settings', id: 'runtime' },
            ...changes,
            personalTexts: { reason },
          },
        }
      },
    }),
  ]
}

import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import { ChipSet } from '../broadcasts/chip-set.tsx'
import { useText } from '../use-text.ts'
import {
  isRoles,
  type NumberField,
  parseNumbers,
  type Setting,
  STAFF_ROLES,
  type StaffRole,
  storedValues,
  type Value,
} from './settings-model.ts'
import { useSettingText } from './use-setting-text.ts'
import { useWithoutTwoFactor } from './use-without-two-factor.ts'

interface Given {
  setting: Setting
  settings: Api.RuntimeSettings
  isOpen: boolean
  onClose: () => void
}

const SWITCHES = ['on', 'off', 'environment'] as const
const CHOICES = ['own', 'environment'] as const
type Choice = (typeof SWITCHES)[number] | (typeof CHOICES)[number]

/** Changes one setting, and sends the others as they are stored. */
export function SettingDialog({ setting, settings, isOpen, onClose }: Given) {
  const { t } = useText()
  const textOf = useSettingText()
  const { name, fields } = setting
  const { value, source, environmentValue } = settings[name]
  const isSwitch = typeof value === 'boolean'
  const [choice, setChoice] = useState<Choice>(
    source === 'ENVIRONMENT' ? 'environment' : isSwitch ? (value ? 'on' : 'off') : 'own',
  )
  const [typed, setTyped] = useState<Partial<Record<NumberField, string>>>(() =>
    isSwitch || isRoles(value)
      ? {}
      : Object.fromEntries(fields.map((field) => [field, `${(value as never)[field]}`])),
  )
  const [roles, setRoles] = useState<readonly StaffRole[]>(isRoles(value) ? value : [])
  const countWithout = useWithoutTwoFactor(isOpen && isRoles(value))
  const wanted: Value | null | undefined =
    choice === 'environment'
      ? null
      : choice !== 'own'
        ? choice === 'on'
        : isRoles(value)
          ? STAFF_ROLES.filter((role) => roles.includes(role))
          : parseNumbers(fields, typed)
  const inForce = wanted === undefined ? undefined : (wanted ?? environmentValue)
  const refused = inForce !== undefined && isRoles(inForce) ? countWithout(inForce) : null
  const isChanged =
    wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(storedValues(settings)[name])
  const effect =
    inForce === undefined
      ? t('runtime.incomplete')
      : !isChanged
        ? t('runtime.same')
        : typeof inForce === 'boolean' && isSwitch
          ? t(`runtime.effect.${name as 'isSignUpOpen'}.${inForce ? 'on' : 'off'}`)
          : isRoles(inForce) && inForce.length > 0
            ? refused
              ? t(`runtime.effect.twoFactorRoles${refused.isCapped ? 'Capped' : ''}`, {
                  roles: textOf(setting, inForce),
                  count: refused.count,
                })
              : t('broadcasts.counting')
            : t('runtime.effect.numbers', { before: textOf(setting, value), after: textOf(setting, inForce) })
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(`runtime.title.${name}`)}
      effect={effect}
      label={t('runtime.save')}
      done={t('runtime.saved')}
      isDangerous={isChanged && inForce === false}
      input={isChanged && refused !== undefined ? { version: settings.version, wanted } : undefined}
      fields={(submit) => (
        <>
          <ChipChoice
            label={t('runtime.value')}
            choices={(isSwitch ? SWITCHES : CHOICES).map((id) => ({
              value: id as Choice,
              content:
                id === 'environment'
                  ? t('runtime.choice.environment', { value: textOf(setting, environmentValue) })
                  : t(`runtime.choice.${id}`),
            }))}
            chosen={choice}
            onChoose={setChoice}
          />
          {choice === 'own' && isRoles(value) && (
            <ChipSet
              label={t('runtime.roles')}
              hint={t('runtime.ownTwoFactor')}
              choices={STAFF_ROLES.map((role) => ({ value: role, text: t(`role.${role}`) }))}
              chosen={roles}
              onChange={setRoles}
            />
          )}
          {choice === 'own' &&
            fields.map((field) => (
              <TextField
                key={field}
                label={t(`runtime.field.${field}`)}
                error={submit.errorOf(`${name}.${field}`)}
                value={typed[field] ?? ''}
                inputMode="numeric"
                dir="ltr"
                autoComplete="off"
                onChange={({ target }) => setTyped((before) => ({ ...before, [field]: target.value }))}
              />
            ))}
        </>
      )}
      send={(reason, idempotencyKey) => {
        const body = { ...storedValues(settings), [name]: wanted, version: settings.version, reason }
        return lyceum.call('PUT /admin/runtime-settings', { body: body as never, idempotencyKey })
      }}
    />
  )
}

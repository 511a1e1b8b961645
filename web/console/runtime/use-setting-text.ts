import { useText } from '../use-text.ts'
import { isRoles, type Setting, type Value } from './settings-model.ts'

/** The value of a setting as a text. */
export function useSettingText() {
  const { t, number } = useText()
  return ({ name, fields }: Setting, value: Value): string =>
    typeof value === 'boolean'
      ? t(value ? 'runtime.on' : 'runtime.off')
      : isRoles(value)
        ? value.map((role) => t(`role.${role}`)).join(', ') || t('runtime.noRole')
        : fields
            .map((field) => {
              const amount = value[field] ?? 0
              // Zero grants without approval would be the opposite.
              const text = name === 'grantLimits' && amount === 0 ? t('runtime.noLimit') : number(amount)
              return `${t(`runtime.field.${field}`)}: ${text}`
            })
            .join(' · ')
}

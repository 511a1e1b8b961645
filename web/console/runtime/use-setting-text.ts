import { useText } from '../use-text.ts'
import { isRoles, type Setting, type Value } from './settings-model.ts'

/** The value of a setting as a text. */
export function useSettingText() {
  const { t, number } = useText()
  return ({ fields }: Setting, value: Value): string =>
    typeof value === 'boolean'
      ? t(value ? 'runtime.on' : 'runtime.off')
      : isRoles(value)
        ? value.map((role) => t(`role.${role}`)).join(', ') || t('runtime.noRole')
        : fields.map((field) => `${t(`runtime.field.${field}`)}: ${number(value[field] ?? 0)}`).join(' · ')
}

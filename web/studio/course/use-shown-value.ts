import { useApi } from '../../ui/api/use-api.ts'
import { useCategories } from '../courses/use-categories.ts'
import { useText } from '../use-text.ts'
import { type CourseFields, type FieldName, LEVELS } from './course-fields.ts'

/** The value of a field of a course in words. */
export function useShownValue() {
  const { t } = useText()
  const categories = useCategories('')
  const { data } = useApi('GET /admin/topics')
  return (name: FieldName, value: CourseFields[FieldName]): string => {
    if (name === 'category') return categories.find(({ id }) => id === value)?.text ?? `${value}`
    if (name === 'topicId') return data?.data.find(({ id }) => id === value)?.title ?? `${value}`
    const level = name === 'level' && LEVELS.find((known) => known === value)
    if (level) return t(`level.${level}`)
    if (name === 'isPremium') return value ? t('conflict.yes') : t('conflict.no')
    if (name === 'requiredScore') {
      if (value === '') return t('required.NOTHING')
      return value === '0' ? t('required.ANSWERS') : `${t('details.score')}: ${value}`
    }
    return `${value}`
  }
}

import { useCategories } from '../courses/use-categories.ts'
import { useText } from '../use-text.ts'
import { PATH_KINDS, type PathFieldName } from './path-fields.ts'
import { useAllCourses } from './path-query.ts'

/** The value of a field of a path in words, as the form or the service has it. */
export function useShownPathValue() {
  const { t } = useText()
  const categories = useCategories('')
  const { data: courses } = useAllCourses()
  const titleOf = (id: string) =>
    courses?.find((course) => course.id === id)?.title ?? t('path.unknownCourse')
  return (name: PathFieldName, value: unknown): string => {
    if (name === 'courseIds')
      return (value as string[]).map((id, index) => `${index + 1}. ${titleOf(id)}`).join('\n')
    if (name === 'category') return categories.find(({ id }) => id === value)?.text ?? `${value}`
    const kind = name === 'kind' && PATH_KINDS.find((known) => known === value)
    if (kind) return t(`pathKind.${kind}`)
    if (name === 'isPremium') return value ? t('conflict.yes') : t('conflict.no')
    return Array.isArray(value) ? value.join(', ') : `${value ?? ''}`
  }
}

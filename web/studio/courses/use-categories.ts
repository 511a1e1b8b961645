import { useApi } from '../../ui/api/use-api.ts'
import { useText } from '../use-text.ts'

/** Every installation has it, also without a published course in it. */
export const GENERAL = 'GENERAL'

/**
 * The categories of the catalogue, with their titles in the language of the interface. The service lists those with a
 * published course; the general one and the chosen one are added.
 */
export function useCategories(chosen: string): { id: string; text: string }[] {
  const { t, locale } = useText()
  const { data } = useApi('GET /public/categories')
  const listed = (data?.data ?? []).map(({ key, title, titles }) => ({
    id: key,
    text: titles[locale] ?? title,
  }))
  const added = [...new Set([GENERAL, chosen])]
    .filter((key) => !listed.some(({ id }) => id === key))
    .map((id) => ({ id, text: id === GENERAL ? t('category.GENERAL') : id }))
  return [...listed, ...added]
}

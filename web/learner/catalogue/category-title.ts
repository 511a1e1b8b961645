import { CATEGORIES, type Category } from '../catalogue-search.ts'

/** Returns the title of a category. One that a content pack added is shown by the words of its key. */
export function categoryTitle(t: (key: `category.${Category}`) => string, key: string): string {
  const known = CATEGORIES.find((category) => category === key)
  return known ? t(`category.${known}`) : key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' ')
}

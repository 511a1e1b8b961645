import { PagingMeta } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import type { Catalog } from './catalog.ts'
import { CategoryKeySchema } from './category.ts'

export const PublishedCategorySchema = z
  .object({
    key: CategoryKeySchema,
    title: z.string().openapi({ description: 'In English' }),
    titles: z.record(z.string(), z.string()).openapi({ description: 'By language tag' }),
    totalCourses: z.number().int(),
  })
  .openapi('Category')

/** Beside a list of courses: clients offer the categories as filters without a second request. */
export const CourseListMeta = PagingMeta.extend({
  categories: z
    .array(PublishedCategorySchema)
    .openapi({ description: 'All that have a published course, whatever the filter' }),
})

/** Lists the categories that have a published course. */
export function presentPublishedCategories({
  categories,
  courses,
}: Catalog): z.output<typeof PublishedCategorySchema>[] {
  const counts = new Map<string, number>()
  for (const { category } of courses.values()) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...categories.values()]
    .filter(({ key }) => counts.has(key))
    .map(({ key, titles }) => ({ key, title: titles.en, titles, totalCourses: counts.get(key)! }))
}

export const PUBLISHED_CATEGORY_EXAMPLE = {
  key: 'DATA',
  title: 'Data',
  titles: { en: 'Data', fr: 'Données' },
  totalCourses: 1,
}

export const COURSE_LIST_META_EXAMPLE = {
  total: 1,
  page: 1,
  limit: 20,
  categories: [PUBLISHED_CATEGORY_EXAMPLE],
}

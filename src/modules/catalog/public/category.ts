import { z } from '../../../platform/zod.ts'

/** A subject of courses and paths. Content packs add further ones to those of the migration. */
export interface Category {
  key: string
  /** By language tag; English is always there. */
  titles: Record<string, string> & { en: string }
}

/** The categories of the migration. A pack may use them without a definition. */
export const BUILT_IN_CATEGORIES: ReadonlySet<string> = new Set([
  'BLOCKCHAIN',
  'DATA',
  'WEB',
  'AI',
  'FINANCE',
  'GENERAL',
])

/** The field beside `category` in responses: clients show the title in the language of the reader. */
export const CategoryTitlesField = z
  .record(z.string(), z.string())
  .openapi({ description: 'The title of the category by language tag; English is always there' })

export const CATEGORY_KEY = /^[A-Z][A-Z0-9_]{0,39}$/

/** The key of a category in requests and responses. */
export const CategoryKeySchema = z
  .string()
  .regex(CATEGORY_KEY, 'must be the key of a category, such as BLOCKCHAIN')
  .openapi({ example: 'BLOCKCHAIN', description: 'The key of a category of `GET /public/categories`' })

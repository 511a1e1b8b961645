import { z } from '../../../platform/zod.ts'
import { type LearningPath, PATH_ACCENTS, PATH_KINDS } from './catalog.ts'
import { CategoryKeySchema, CategoryTitlesField } from './category.ts'
import { COVER_EXAMPLE, CoverField, presentCover } from './cover.ts'

export const AccentField = z.enum(PATH_ACCENTS).openapi({ description: 'The colour of the path' })

/** The fields that every response about a learning path has. */
export const pathFields = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: CategoryKeySchema,
  categoryTitles: CategoryTitlesField,
  kind: z.enum(PATH_KINDS),
  isPremium: z.boolean(),
  skills: z.array(z.string()),
  accent: AccentField,
  cover: CoverField,
}

export function presentPathFields(
  path: LearningPath,
  publicUrl: string,
): z.output<z.ZodObject<typeof pathFields>> {
  const { id, title, description, category, categoryTitles, kind, isPremium, skills, accent } = path
  return {
    id,
    title,
    description,
    category,
    categoryTitles,
    kind,
    isPremium,
    skills,
    accent,
    cover: presentCover(path.cover, publicUrl),
  }
}

export const PATH_FIELDS_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a1',
  title: 'Blockchain developer',
  description: 'From the first block to a contract that holds money.',
  category: 'BLOCKCHAIN',
  categoryTitles: { en: 'Blockchain' },
  kind: 'SPECIALIZATION',
  isPremium: true,
  skills: ['solidity', 'smart contracts'],
  accent: 'violet',
  cover: COVER_EXAMPLE,
} as const

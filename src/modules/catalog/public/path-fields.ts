import { z } from '../../../platform/zod.ts'
import { type LearningPath, PATH_KINDS } from './catalog.ts'
import { CategoryKeySchema } from './category.ts'
import { CoverField, presentCover } from './cover.ts'

/** The fields that every response about a learning path has. */
export const pathFields = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: CategoryKeySchema,
  kind: z.enum(PATH_KINDS),
  isPremium: z.boolean(),
  skills: z.array(z.string()),
  cover: CoverField,
}

export function presentPathFields(
  path: LearningPath,
  publicUrl: string,
): z.output<z.ZodObject<typeof pathFields>> {
  const { id, title, description, category, kind, isPremium, skills } = path
  return {
    id,
    title,
    description,
    category,
    kind,
    isPremium,
    skills,
    cover: presentCover(path.cover, publicUrl),
  }
}

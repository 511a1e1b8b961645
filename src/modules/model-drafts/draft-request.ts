import { z } from '../../platform/zod.ts'

/** Shorter texts say too little, longer ones cost too much of the daily budget. */
const SOURCE_LENGTH = { min: 200, max: 20_000 }

/** What the model works on. Its text is not stored; title and address are. */
export const SourceFields = {
  sourceText: z
    .string()
    .trim()
    .min(SOURCE_LENGTH.min)
    .max(SOURCE_LENGTH.max)
    .openapi({ description: 'The text to draft from. It is sent to the model and not stored.' }),
  sourceTitle: z.string().trim().min(1).max(200).openapi({ description: 'Kept with the mark' }),
  sourceUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null),
  count: z.int().min(1).max(20).default(8).openapi({ description: 'About how many slides or questions' }),
}

export const DROPPED_EXAMPLE = { number: 3, message: 'options: must differ from each other' }
export const DroppedSchema = z
  .object({
    number: z.int().openapi({ description: 'In the response of the model, from 1' }),
    message: z.string(),
  })
  .openapi('DroppedModelItem', { description: 'What the model drafted and no editor would accept' })
export type Dropped = z.output<typeof DroppedSchema>

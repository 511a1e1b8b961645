import { plainText, TimestampSchema } from '../../platform/http/schemas.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import { languageFallbacks } from '../../platform/language-fallbacks.ts'
import { z } from '../../platform/zod.ts'
import { LanguageCodeSchema, SegmentSchema } from './segment.ts'

export type BroadcastId = Id<'Broadcast'>

export const BROADCAST_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'STOPPED'] as const

/** Languages of the app: a preview shows the message in each. */
const APP_LANGUAGES = ['ar', 'en', 'fr', 'pt', 'sw']
const MAX_TEXTS = 30
const MAX_MESSAGES_PER_SECOND = 200

const TextSchema = z.strictObject({ title: plainText(120), body: plainText(1_000) })

/** What staff edit in a draft. */
export const DraftSchema = z.object({
  name: plainText(120).openapi({ description: 'For staff. It is typed again to confirm the sending.' }),
  type: z.enum(['ANNOUNCEMENT', 'SYSTEM']).openapi({
    description: 'The preferences of users for this type apply. SYSTEM is for what every user must know.',
  }),
  texts: z
    .record(LanguageCodeSchema, TextSchema)
    .refine((texts) => {
      const count = Object.keys(texts).length
      return count >= 1 && count <= MAX_TEXTS
    }, `must have 1 to ${MAX_TEXTS} languages`)
    .openapi({ description: 'The message by language, in plain text' }),
  fallbackLanguage: LanguageCodeSchema.openapi({
    description: 'The language of `texts` for users whose own language is missing there',
  }),
  link: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9/_-]*$/, 'must be a path in the app, such as courses')
    .openapi({ description: 'The path in the app that the message opens' }),
  channels: z
    .strictObject({ inApp: z.boolean(), push: z.boolean(), email: z.boolean() })
    .refine(({ inApp, push, email }) => inApp || push || email, 'must have a channel')
    .openapi({ description: 'Of these, each user gets those that the user wants for the type.' }),
  segment: SegmentSchema,
  messagesPerSecond: z.int().min(1).max(MAX_MESSAGES_PER_SECOND),
})
export type Draft = z.output<typeof DraftSchema>

export const NewDraftSchema = DraftSchema.extend({
  link: DraftSchema.shape.link.default('notifications'),
  channels: DraftSchema.shape.channels.default({ inApp: true, push: true, email: false }),
  segment: DraftSchema.shape.segment.default({}),
  messagesPerSecond: DraftSchema.shape.messagesPerSecond.default(20),
})

export interface Broadcast extends Draft {
  id: BroadcastId
  version: number
  status: (typeof BROADCAST_STATUSES)[number]
  createdBy: UserId
  createdAt: Date
  updatedAt: Date
  sendAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  expectedCount: number | null
  isExpectedCapped: boolean
  sentCount: number
}

export const BroadcastSchema = DraftSchema.extend({
  id: z.string(),
  version: z.int(),
  status: z.enum(BROADCAST_STATUSES),
  createdBy: z.string(),
  createdAt: TimestampSchema,
  updatedAt: TimestampSchema,
  sendAt: TimestampSchema.nullable(),
  startedAt: TimestampSchema.nullable(),
  finishedAt: TimestampSchema.nullable(),
  expectedCount: z
    .int()
    .nullable()
    .openapi({ description: 'Users of the segment when the sending was requested' }),
  isExpectedCapped: z.boolean().openapi({ description: '`expectedCount` was capped; there may be more.' }),
  sentCount: z.int().openapi({ description: 'Users who got the message' }),
}).openapi('Broadcast')

export const BROADCAST_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000f1',
  name: 'New courses in November',
  type: 'ANNOUNCEMENT' as const,
  texts: {
    en: { title: 'New courses', body: 'Two courses about wallets are here.' },
    fr: { title: 'Nouveaux cours', body: 'Deux cours sur les portefeuilles sont arrivés.' },
  },
  fallbackLanguage: 'en',
  link: 'courses',
  channels: { inApp: true, push: true, email: false },
  segment: { languages: ['en', 'fr'], activeWithinDays: 30 },
  messagesPerSecond: 20,
  version: 1,
  status: 'DRAFT' as const,
  createdBy: '019a8b5e-7c1d-7000-8000-0000000000b1',
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  sendAt: null,
  startedAt: null,
  finishedAt: null,
  expectedCount: null,
  isExpectedCapped: false,
  sentCount: 0,
}

/** The language of the text for a user: the most specific one that there is, or the fallback. */
export function textLanguageFor(
  { texts, fallbackLanguage }: Pick<Draft, 'texts' | 'fallbackLanguage'>,
  language: string,
) {
  return languageFallbacks(language.toLowerCase()).find((tag) => texts[tag]) ?? fallbackLanguage
}

/** The message as users of each language get it. */
export function previewMessages(draft: Pick<Draft, 'texts' | 'fallbackLanguage'>) {
  const languages = [...new Set([...APP_LANGUAGES, ...Object.keys(draft.texts)])].sort()
  return languages.map((language) => {
    const textLanguage = textLanguageFor(draft, language)
    return { language, textLanguage, ...draft.texts[textLanguage]! }
  })
}

/** A user gets one notification per key, whatever is repeated. */
export const dedupKeyOf = (id: BroadcastId): string => `broadcast:${id}`

import type { CtaAction, CtaPayload } from './call-to-action.ts'
import type { Promotion, PromotionContent, PromotionId, PromotionKind } from './public/promotion.ts'

interface ContentRow {
  kind: PromotionKind
  title: string
  subtitle: string | null
  body_text: string | null
  image_url: string | null
  cta_text: string | null
  cta_action: CtaAction
  cta_payload: CtaPayload
  priority: number
  dismissible: boolean
  countries: string[]
  languages: string[]
  starts_at: Date | null
  ends_at: Date | null
  is_enabled: boolean
  new_user_days: number | null
  for_subscribers: boolean | null
  min_level: number | null
  max_level: number | null
  cap_times: number | null
  cap_hours: number | null
  reshow_after_hours: number | null
}

export interface PromotionRow extends ContentRow {
  id: PromotionId
  key: string | null
  created_at: Date
  updated_at: Date
}

export function promotionOf(row: PromotionRow): Promotion {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    title: row.title,
    subtitle: row.subtitle,
    bodyText: row.body_text,
    imageUrl: row.image_url,
    ctaText: row.cta_text,
    ctaAction: row.cta_action,
    ctaPayload: row.cta_payload,
    priority: row.priority,
    dismissible: row.dismissible,
    countries: row.countries,
    languages: row.languages,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isEnabled: row.is_enabled,
    targeting: {
      ...(row.new_user_days === null ? {} : { newUserDays: row.new_user_days }),
      ...(row.for_subscribers === null ? {} : { subscribers: row.for_subscribers }),
      ...(row.min_level === null ? {} : { minLevel: row.min_level }),
      ...(row.max_level === null ? {} : { maxLevel: row.max_level }),
    },
    frequencyCap:
      row.cap_times === null
        ? null
        : { times: row.cap_times, ...(row.cap_hours === null ? {} : { hours: row.cap_hours }) },
    reshowAfterHours: row.reshow_after_hours,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function contentRowOf({ targeting, frequencyCap, ...content }: PromotionContent): ContentRow {
  return {
    kind: content.kind,
    title: content.title,
    subtitle: content.subtitle,
    body_text: content.bodyText,
    image_url: content.imageUrl,
    cta_text: content.ctaText,
    cta_action: content.ctaAction,
    cta_payload: content.ctaPayload,
    priority: content.priority,
    dismissible: content.dismissible,
    countries: content.countries,
    languages: content.languages,
    starts_at: content.startsAt,
    ends_at: content.endsAt,
    is_enabled: content.isEnabled,
    new_user_days: targeting.newUserDays ?? null,
    for_subscribers: targeting.subscribers ?? null,
    min_level: targeting.minLevel ?? null,
    max_level: targeting.maxLevel ?? null,
    cap_times: frequencyCap?.times ?? null,
    cap_hours: frequencyCap?.hours ?? null,
    reshow_after_hours: content.reshowAfterHours,
  }
}

import type { Promotion, PromotionContent, PromotionId } from './public/promotion.ts'

export type PromotionRow = ReturnType<typeof contentRowOf> & {
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

/** The columns of the content. */
export function contentRowOf({ targeting, frequencyCap, ...content }: PromotionContent) {
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

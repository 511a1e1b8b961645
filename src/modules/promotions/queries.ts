import type { AutocommitDb, Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { UserPromotionState } from './choose-promotions.ts'
import { contentRowOf, type PromotionRow, promotionOf } from './promotion-row.ts'
import type { Promotion, PromotionContent, PromotionId } from './public/promotion.ts'

/** Every process caches the live promotions, so their number is limited. */
const MAX_LIVE = 1_000

/** Lists promotions that are live now or later. */
export async function listEnabledPromotions(db: Db, now: Date): Promise<Promotion[]> {
  const rows = await db<PromotionRow>`
    select * from promotion where is_enabled and (ends_at is null or ends_at > ${now})
    order by created_at desc, id desc limit ${MAX_LIVE}`
  return rows.map(promotionOf)
}

export async function findPromotion(db: Db, id: PromotionId): Promise<Promotion | undefined> {
  const [row] = await db<PromotionRow>`select * from promotion where id = ${id}`
  return row && promotionOf(row)
}

/** Locks the promotion until commit. Both statements are pipelined; the second sees the state after the lock. */
export async function lockPromotion(tx: Tx, id: PromotionId): Promise<Promotion | undefined> {
  const [, promotion] = await Promise.all([
    tx`select from promotion where id = ${id} for no key update`,
    findPromotion(tx, id),
  ])
  return promotion
}

/** Returns undefined if a promotion with this key exists. */
export async function insertPromotion(
  tx: Tx,
  { id, key, content, now }: { id: PromotionId; key: string | null; content: PromotionContent; now: Date },
): Promise<Promotion | undefined> {
  const row = { ...contentRowOf(content), id, key, created_at: now, updated_at: now }
  const [inserted] = await tx<PromotionRow>`
    insert into promotion select * from jsonb_populate_record(null::promotion, ${row}::jsonb)
    on conflict (key) do nothing returning *`
  return inserted && promotionOf(inserted)
}

export async function replacePromotion(
  tx: Tx,
  { id, content, now }: { id: PromotionId; content: PromotionContent; now: Date },
): Promise<Promotion> {
  const [row] = await tx<PromotionRow>`
    update promotion set (kind, title, subtitle, body_text, image_url, cta_text, cta_action, cta_payload, priority,
        dismissible, countries, languages, starts_at, ends_at, is_enabled, new_user_days, for_subscribers, min_level,
        max_level, cap_times, cap_hours, reshow_after_hours, updated_at) = (
      select kind, title, subtitle, body_text, image_url, cta_text, cta_action, cta_payload, priority,
        dismissible, countries, languages, starts_at, ends_at, is_enabled, new_user_days, for_subscribers, min_level,
        max_level, cap_times, cap_hours, reshow_after_hours, ${now}::timestamptz
      from jsonb_populate_record(null::promotion, ${contentRowOf(content)}::jsonb))
    where id = ${id} returning *`
  return promotionOf(row!)
}

export function listUserStates(db: Db, userId: UserId, ids: PromotionId[]): Promise<UserPromotionState[]> {
  return db<UserPromotionState>`
    select promotion_id as "promotionId", dismissed_at as "dismissedAt",
      times_shown as "timesShown", cap_window_started_at as "capWindowStartedAt"
    from promotion_user_state where user_id = ${userId} and promotion_id = any(${ids}::uuid[])`
}

interface CapUse {
  userId: UserId
  promotionId: PromotionId
  times: number
  /** A window that began at or before this time is over; null: it never ends. */
  windowCutoff: Date | null
}

/** Counts one showing against the cap; returns false if the cap is reached. Safe for concurrent calls. */
export async function consumeFrequencyCap(
  tx: Tx,
  { userId, promotionId, times, windowCutoff }: CapUse,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into promotion_user_state as known (user_id, promotion_id, times_shown, cap_window_started_at)
    values (${userId}, ${promotionId}, 1, ${now})
    on conflict (user_id, promotion_id) do update set (times_shown, cap_window_started_at) = (
      select case when is_new then 1 else known.times_shown + 1 end, case when is_new then ${now} else known.cap_window_started_at end
      from (select known.cap_window_started_at is null
        or coalesce(known.cap_window_started_at <= ${windowCutoff}::timestamptz, false) as is_new) as present)
    where known.times_shown < ${times} or known.cap_window_started_at <= ${windowCutoff}::timestamptz
    returning user_id`
  return rows.length > 0
}

export interface EngagementEvent {
  userId: UserId
  promotionId: PromotionId
  eventType: 'IMPRESSION' | 'CLICK' | 'DISMISS'
  country: string
  /** An impression counts if the last one is not later than this. */
  impressionsBefore: Date
  /** A later dismissal is still in force; null: every dismissal is. */
  dismissalCutoff: Date | null
}

/** Stores and counts a report in one statement; returns false if it does not count. Concurrent duplicates count once. */
export async function insertPromotionEvent(tx: Tx, event: EngagementEvent, now: Date): Promise<boolean> {
  const { userId, promotionId, eventType, country } = event
  const impressions = eventType === 'IMPRESSION' ? 1 : 0
  const clicks = eventType === 'CLICK' ? 1 : 0
  const dismissals = eventType === 'DISMISS' ? 1 : 0
  const rows = await tx`
    with stored as (
      insert into promotion_user_state as known (user_id, promotion_id, impressions, last_impression_at, clicks, dismissed_at)
      values (${userId}, ${promotionId}, ${impressions}, ${impressions ? now : null}, ${clicks}, ${dismissals ? now : null})
      on conflict (user_id, promotion_id) do update set
        impressions = known.impressions + excluded.impressions,
        last_impression_at = coalesce(excluded.last_impression_at, known.last_impression_at),
        clicks = known.clicks + excluded.clicks,
        dismissed_at = coalesce(excluded.dismissed_at, known.dismissed_at)
      where (excluded.last_impression_at is null or known.last_impression_at is null
          or known.last_impression_at <= ${event.impressionsBefore})
        and (excluded.dismissed_at is null or known.dismissed_at is null
          or known.dismissed_at <= ${event.dismissalCutoff}::timestamptz)
      returning impressions, clicks
    )
    insert into promotion_daily_stat as counted
      (promotion_id, day, country, shard, impressions, reach, clicks, clickers, dismissals)
    select ${promotionId}, (${now}::timestamptz at time zone 'UTC')::date, ${country}, hashtext(${userId}::text) & 15,
      ${impressions}, (${impressions} = 1 and stored.impressions = 1)::int,
      ${clicks}, (${clicks} = 1 and stored.clicks = 1)::int, ${dismissals}
    from stored
    on conflict (promotion_id, day, country, shard) do update set
      impressions = counted.impressions + excluded.impressions, reach = counted.reach + excluded.reach,
      clicks = counted.clicks + excluded.clicks, clickers = counted.clickers + excluded.clickers,
      dismissals = counted.dismissals + excluded.dismissals
    returning promotion_id`
  return rows.length > 0
}

export interface DailyStats {
  day: string
  country: string
  impressions: number
  reach: number
  clicks: number
  clickers: number
  dismissals: number
}

export function listDailyStats(db: Db, id: PromotionId): Promise<DailyStats[]> {
  return db<DailyStats>`
    select day::text as day, country, sum(impressions)::float8 as impressions, sum(reach)::float8 as reach,
      sum(clicks)::float8 as clicks, sum(clickers)::float8 as clickers, sum(dismissals)::float8 as dismissals
    from promotion_daily_stat where promotion_id = ${id} group by day, country order by day, country`
}

export function listOwnUserStates(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select title, impressions, last_impression_at as "lastImpressionAt", clicks, dismissed_at as "dismissedAt",
      times_shown as shown
    from promotion_user_state join promotion on promotion.id = promotion_id
    where user_id = ${userId} order by promotion_id`
}

export async function deleteUserStates(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from promotion_user_state where user_id = ${userId}`
}

/** Deletes a batch of user states of promotions that ended before a time. */
export async function deleteExpiredUserStates(
  autocommitDb: AutocommitDb,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await autocommitDb`
    delete from promotion_user_state where ctid = any(array(
      select ctid from promotion_user_state where promotion_id = any(array(
        select id from promotion
        where (ends_at < ${before} or not is_enabled) and updated_at < ${before}
      )) limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

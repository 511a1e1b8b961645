import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { TimeHistogram } from '../mastery/public/time-histogram.ts'
import { dayOf, type Period } from './period.ts'

export interface SlidePlay {
  /** From 1. */
  slide: number
  seen: number
  times: TimeHistogram
}

export interface PlayedVersion {
  lessonId: LessonId
  contentVersion: string
}

/** Adds to the counters of a day, in the order of the slides, so that two reports do not deadlock. */
export async function addSlidePlays(
  tx: Tx,
  { lessonId, contentVersion }: PlayedVersion,
  plays: SlidePlay[],
  day: string,
): Promise<void> {
  await tx`
    insert into slide_play (lesson_id, content_version, day, slide, seen, times)
    select ${lessonId}::uuid, ${contentVersion}, ${day}::date, slide, seen, times
    from jsonb_to_recordset(${plays}::jsonb) as row (slide integer, seen integer, times integer[])
    order by slide
    on conflict (lesson_id, content_version, day, slide) do update set seen = slide_play.seen + excluded.seen,
      times = array(
        select stored + added from unnest(slide_play.times, excluded.times) with ordinality as bucket (stored, added, number)
        order by number)`
}

export interface CountedSlide extends SlidePlay {
  lessonId: LessonId
}

/** The sums of all days of a period. */
export function listSlidePlays(
  db: Db,
  versions: PlayedVersion[],
  { since, until }: Period,
): Promise<CountedSlide[]> {
  return db<CountedSlide>`
    select lesson_id as "lessonId", slide, max(seen)::int as seen, array_agg(total order by number)::int[] as times
    from (
      -- Each row has every bucket, so the sum of plays is the same in all of them.
      select lesson_id, slide, number, sum(seen) as seen, sum(plays) as total
      from unnest(${versions.map(({ lessonId }) => lessonId)}::uuid[],
          ${versions.map(({ contentVersion }) => contentVersion)}::text[]) as wanted (lesson_id, content_version)
        join slide_play using (lesson_id, content_version)
        cross join unnest(times) with ordinality as bucket (plays, number)
      where day >= ${dayOf(since)}::date and day < ${dayOf(until)}::date
      group by lesson_id, slide, number
    ) as counted
    group by lesson_id, slide`
}

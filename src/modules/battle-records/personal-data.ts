import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { findRating } from './public/ratings.ts'

/** The rating and all entries of a user, with the user's inputs in battles whose journal still exists. */
export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  const [rating, battles] = await Promise.all([findRating(db, userId), listEntries(db, userId)])
  return { rating: rating ?? null, battles }
}

async function listEntries(db: Db, userId: UserId): Promise<unknown[]> {
  return db`
    select room_id as "roomId", status, topic_id as "topicId", stake::float8 as stake, joined_at as "joinedAt",
      ended_at as "endedAt", score, result, gems_delta::float8 as "gemsDelta", xp_earned as "xpEarned",
      rating_delta as "ratingDelta",
      (
        select coalesce(jsonb_agg(input order by page.page_number, ordinal), '[]') from battle_journal_page as page,
          jsonb_array_elements(page.inputs) with ordinality as one (input, ordinal)
        where page.room_id = entry.room_id and (input ->> 'seat')::integer = entry.seat
      ) as inputs
    from battle_entry as entry where user_id = ${userId} order by joined_at desc limit 10000`
}

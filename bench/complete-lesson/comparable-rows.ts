/**
 * The rows of a learner, without row ids and timestamps, which always differ. Score changes are already
 * compacted.
 */
export async function comparableRowsOf(sql: Bun.SQL, userId: string): Promise<unknown> {
  const account = `user:${userId}`
  const [row] = await sql`
    select jsonb_build_object(
      'enrollment', (select jsonb_agg(jsonb_build_array(course_id, completed_at is not null)
        order by course_id) from enrollment where user_id = ${userId}),
      'lesson_completion', (select jsonb_agg(jsonb_build_array(lesson_id, course_id, time_spent_seconds, claimed_score)
        order by lesson_id) from lesson_completion where user_id = ${userId}),
      'ledger_transfer', (select jsonb_agg(jsonb_build_array(split_part(source, ':', 1), reason) order by reason)
        from ledger_transfer where id in (select transfer_id from ledger_entry where account = ${account})),
      'ledger_entry', (select jsonb_agg(jsonb_build_array(split_part(account, ':', 1), asset, amount)
        order by account, asset, amount)
        from ledger_entry where transfer_id in (select transfer_id from ledger_entry where account = ${account})),
      'ledger_balance', (select jsonb_agg(jsonb_build_array(asset, balance) order by asset)
        from ledger_balance where account = ${account}),
      'streak', (select to_jsonb(streak) - 'user_id' - 'last_at' from streak where user_id = ${userId}),
      'streak_day', (select jsonb_agg(jsonb_build_array(day, status)) from streak_day where user_id = ${userId}),
      'badge_counted_item', (select jsonb_agg(jsonb_build_array(badge_type, item) order by badge_type, item)
        from badge_counted_item where user_id = ${userId}),
      'badge_progress', (select jsonb_agg(jsonb_build_array(badge_type, current_progress, completed_at is not null)
        order by badge_type) from badge_progress where user_id = ${userId}),
      'period_score', (select jsonb_agg(jsonb_build_array(period, starts_on, xp, is_hidden) order by period)
        from period_score where user_id = ${userId})
    ) as rows`
  return row.rows
}

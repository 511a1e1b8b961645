import type { Database } from '../../../src/platform/db/database.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document has the shape of all modules.
type Exported = any

const one = (value: unknown) => (value === null || value === undefined ? 0 : 1)

/** The rows of a table in the personal data export: returns their number. */
export const EXPORTED: Record<string, (data: Exported) => number> = {
  audit_entry: ({ administration }) => administration.length,
  audit_entry_personal: ({ administration }) =>
    administration.filter(({ details }: { details: object | null }) => Object.keys(details ?? {}).length > 0)
      .length,
  badge_counted_item: ({ badges }) => badges.marks.length,
  badge_progress: ({ badges }) => badges.progress.length,
  battle_entry: ({ battles }) => battles.battles.length,
  battle_rating: ({ battles }) => one(battles.rating),
  certificate: ({ certificates }) => certificates.length,
  certificate_name: ({ certificateName }) => one(certificateName),
  contest_plan: ({ contestPlans }) => contestPlans.length,
  contest_participant: ({ contests }) => contests.contests.length,
  course_test_attempt: ({ courseTests }) => courseTests.length,
  device_token: ({ notifications }) => notifications.devices.length,
  enrollment: ({ learning }) => learning.enrollments.length,
  webhook_event: ({ webhooks }) => webhooks.length,
  leaderboard_hidden_user: ({ leaderboards }) => leaderboards.absences.length,
  league_member: ({ leaderboards }) => leaderboards.leagues.length,
  lesson_answer: ({ learning }) => learning.answers.length,
  lesson_hint: ({ learning }) => learning.hints.length,
  lesson_completion: ({ learning }) => learning.lessons.length,
  link_challenge: ({ wallet }) => wallet.linkRequests.length,
  linked_wallet: ({ wallet }) => wallet.linkedWallets.length,
  medium: ({ media }) => media.length,
  notification: ({ notifications }) => notifications.notifications.length,
  notification_preference: ({ notifications }) => one(notifications.preferences),
  payment_order: ({ payments }) => payments.length,
  practice_round: ({ practice }) => practice.length,
  period_score: ({ leaderboards }) => leaderboards.scores.length,
  project_file: ({ capstones }) => capstones.flatMap(({ files }: { files: object[] }) => files).length,
  project_submission: ({ capstones }) => capstones.length,
  promotion_user_state: ({ promotions }) => promotions.length,
  referral_code: ({ referrals }) => one(referrals.code),
  referral_member: ({ referrals }) => one(referrals.member),
  referral_rejection: ({ referrals }) => referrals.refusals.length,
  report: ({ reports }) => reports.length,
  review_card: ({ review }) => review.cards.length,
  review_learner: ({ review }) => one(review.settings),
  review_log: ({ review }) => review.answers.length,
  roadmap: ({ learning }) => one(learning.roadmap),
  session: ({ identity }) => identity.sessions.length,
  settlement_line: ({ settlement }) => settlement.length,
  social_identity: ({ identity }) => identity.socialIdentities.length,
  skill_mastery: ({ mastery }) => mastery.length,
  staff_grant: ({ staffGrants }) => staffGrants.length,
  streak: ({ rewards }) => one(rewards.streak),
  streak_day: ({ rewards }) => rewards.calendar.length,
  user_note: ({ staffNotes }) => staffNotes.length,
  wallet: ({ wallet }) => one(wallet.wallet),
  wallet_pin: ({ wallet }) => one(wallet.pin),
}

/** Tables with a reference to a user that are not in the export, each with the reason. */
export const NOT_EXPORTED: Record<string, string> = {
  battle_room: 'its entries are there; a room only says who asked for a rematch',
  author_daily_promise: 'a sum of the audit log, for the daily budget',
  battle_daily_xp: 'a sum of the ledger, for the daily cap',
  contest_answer_reader: 'which contests staff may not join; the audit log has what they did',
  contest_daily_xp: 'a sum of the ledger, for the daily cap',
  practice_daily_xp: 'a sum of the ledger, for the daily cap',
  mastery_answer: 'the answers are there; this is a copy for the job that folds them, gone in a minute',
  notification_count: 'a count of the notifications',
  token_reservation: 'a sum of the orders that are under way',
  payment_quote: 'an offer of ours, gone in a day unless an order was made of it',
  pin_token: 'a secret',
  recovery_code: 'a secret',
  settlement_position: 'a sum of the lines',
  undo_link: 'a secret, gone in two days; the mail has it',
  two_factor: 'a secret; that there is one is in the account',
}

/**
 * Counts the rows of a user in each table, by every column that refers to an account. Omits notifications of
 * other users.
 */
export async function countRowsOf(database: Database, userId: string): Promise<Record<string, number>> {
  return database.transaction(async ({ raw }) => {
    const columns = await raw(
      `select c.conrelid::regclass::text as "table", string_agg(quote_ident(a.attname) || ' = $1::uuid', ' or ') as condition
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
       where c.contype = 'f' and c.confrelid = 'user_account'::regclass
         and a.attname not in ('mentioned_user_id', 'inviter_id', 'reviewer_id')
       group by 1 order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { table, condition } of columns) {
      const [row] = await raw(`select count(*)::int as count from ${table} where ${condition}`, [userId])
      if ((row!.count as number) > 0) counts[table as string] = row!.count as number
    }
    return counts
  })
}

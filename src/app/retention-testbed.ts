import { insertUser } from '../../test/harness/users.ts'
import type { Db } from '../platform/db/database.ts'
import { newId, smallestIdAt } from '../platform/ids.ts'

/** Inserts one row into every table with retention, all at one time. */
export async function insertRowsAt(db: Db, at: Date): Promise<void> {
  const user = await insertUser(db, { createdAt: at })
  const [session, living] = [newId(), newId()]
  const roomId = smallestIdAt(at)
  const digest = Buffer.from(roomId)
  await db`
    insert into session (id, user_id, created_at, last_used_at, expires_at, revoked_at) values
      (${session}, ${user}, ${at}, ${at}, ${at}, null), (${newId()}, ${user}, ${at}, ${at}, ${at}, ${at}),
      (${living}, ${user}, ${at}, ${at}, now() + interval '1 day', null)`
  await db`
    insert into refresh_token (digest, session_id, created_at, expires_at) values (${digest}, ${living}, ${at}, ${at})`
  await db`
    insert into one_time_code (purpose, subject, code_digest, expires_at, sent_at, send_window_started_at)
    values ('test', ${user}, ${digest}, ${at}, ${at}, ${at})`
  await db`
    insert into idempotency_record (scope, route, key_digest, body_digest, locked_until, created_at)
    values (${user}, 'POST /test', ${digest}, ${digest}, ${at}, ${at})`
  await db`
    insert into undo_link (digest, user_id, change, changed_at, expires_at)
    values (${digest}, ${user}, 'two_factor_enabled', ${at}, ${at})`
  await db`insert into rate_limit (bucket, theoretical_arrival) values (${user}, ${BigInt(at.getTime()) * 1000n})`
  await insertBattleAt(db, at, user, roomId)
  await db`
    insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, created_at)
    values (${newId()}, ${user}, 'SYSTEM', 'test', 'Title', 'Body', '', 'en', true, ${at})`
  await db`
    insert into device_token (id, user_id, platform, kind, digest, token, created_at, last_seen_at)
    values (${newId()}, ${user}, 'IOS', 'FCM', ${digest}, 'token', ${at}, ${at})`
  await db`
    insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, next_attempt_at, processed_at)
    values (${newId()}, 'test', ${user}, ${digest}, ${digest}, ${at}, 'APPLIED', ${at}, ${at})`
  await db`
    insert into pin_token (digest, user_id, session_id, expires_at) values (${digest}, ${user}, ${session}, ${at})`
  await db`
    insert into link_challenge (nonce, user_id, address, message, issued_at, expires_at)
    values (${user}, ${user}, '0x', 'message', ${at}, ${at})`
  await db`
    insert into outgoing_mail (id, recipient, subject, sealed_body, created_at)
    values (${newId()}, 'test@example.com', 'Subject', ${digest}, ${at})`
  await db`
    insert into report (id, user_id, kind, target_id, reason, text, status, created_at, decided_at)
    values (${newId()}, ${user}, 'USER', ${newId()}, 'SPAM', '', 'DISMISSED', ${at}, ${at})`
  await db`insert into withdrawn_notice (dedup_key, withdrawn_at) values (${newId()}, ${at})`
  await db`insert into streak_reminder (zone, day) values ('UTC', ${at}::timestamptz::date)`
  await insertReviewAt(db, at, user)
  await insertTestAttemptAt(db, at, user)
  await insertMoneyAt(db, at, user)
}

async function insertBattleAt(db: Db, at: Date, user: string, roomId: string): Promise<void> {
  await db`
    insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at, ended_at, reason)
    values (${roomId}, 'QUEUE', 'FINISHED', 0, ${newId()}, ${at}, ${at}, ${at}, 'COMPLETED')`
  await db`
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, room_id, seat, ended_at)
    values (${newId()}, ${user}, ${newId()}, 'MATCHED', false, 0, 1500, ${at}, ${at}, ${roomId}, 0, ${at})`
  await db`insert into battle_journal_page (room_id, page_number, host_process_id, inputs) values (${roomId}, 1, ${newId()}, '[]')`
  await db`insert into battle_process (id, heartbeat_at, lease_expires_at) values (${newId()}, ${at}, ${at})`
  await db`insert into battle_daily_xp (user_id, day, xp) values (${user}, ${at}::timestamptz::date, 5)`
  await db`insert into contest_daily_xp (user_id, day, xp) values (${user}, ${at}::timestamptz::date, 5)`
  await db`insert into practice_daily_xp (user_id, day, xp) values (${user}, ${at}::timestamptz::date, 5)`
  await db`
    insert into league_member (user_id, starts_on, joined_at, division, entry_number, outcome)
    values (${user}, ${at}::timestamptz::date, ${at}, 1, 1, 'STAYED')`
  await db`
    insert into practice_round (id, user_id, skill, seed, question_ids, started_at)
    values (${newId()}, ${user}, 'skill', 'seed', array[${newId()}::uuid], ${at})`
}

async function insertReviewAt(db: Db, at: Date, user: string): Promise<void> {
  const [flashcard, card] = [newId(), newId()]
  await db`insert into review_flashcard (id, front, back) values (${flashcard}, 'Front', 'Back')`
  await db`
    insert into review_card (id, user_id, flashcard_id, source, created_at, due_on)
    values (${card}, ${user}, ${flashcard}, 'LESSON', ${at}, current_date)`
  await db`
    insert into review_log (card_id, number, user_id, repetition, source, rating, answered_at, before, after)
    values (${card}, 1, ${user}, 1, 'REVIEW', 'GOOD', ${at}, '{}', '{}')`
}

async function insertTestAttemptAt(db: Db, at: Date, user: string): Promise<void> {
  const [topic, course] = [newId(), newId()]
  await db`insert into topic (id, key, title) values (${topic}, ${topic}, 'Topic')`
  await db`
    insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, updated_at)
    values (${course}, ${course}, 'Course', 'Course', 'WEB', 'BEGINNER', ${topic}, 0, 0, ${at})`
  const lesson = newId()
  await db`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
    values (${lesson}, ${course}, ${lesson}, 'Lesson', 1, 0, 0, '[]')`
  await db`
    insert into content_revision (kind, subject_id, version, act, created_at, updated_at, snapshot)
    values ('LESSON', ${lesson}, 1, 'EDITED', ${at}, ${at}, '{}')`
  await db`
    insert into content_import (id, requested_by, archive_missing, digest, state, requested_at, finished_at)
    values (${newId()}, ${user}, false, sha256('archive'), 'DONE', ${at}, ${at})`
  await db`
    insert into slide_play (lesson_id, content_version, day, slide, seen, times)
    values (${lesson}, 'version', ${at}::timestamptz::date, 1, 1, array_fill(0, array[20]))`
  await db`insert into replaced_publication (lesson_id, question_ids, replaced_at) values (${lesson}, '{}', ${at})`
  await db`
    insert into course_test_attempt (id, user_id, course_id, number, seed, question_ids, pass_percent, started_at,
      deadline_at)
    values (${newId()}, ${user}, ${course}, 1, 'seed', array[${newId()}::uuid], 80, ${at},
      ${at}::timestamptz + interval '1 hour')`
}

async function insertMoneyAt(db: Db, at: Date, user: string): Promise<void> {
  const [used, campaign, transaction] = [newId(), newId(), smallestIdAt(at)]
  await db`
    insert into payment_quote (id, user_id, direction, provider, fiat_currency, fiat_amount, asset, token_amount, rate, fee,
      created_at, expires_at, used_at)
    select id, ${user}, 'ON_RAMP', 'sandbox', 'KES', 100, 'GEMS', 1, 1, 0, ${at}, ${at}, used_at::timestamptz
    from (values (${used}::uuid, ${at}::timestamptz), (${newId()}::uuid, null)) as quote (id, used_at)`
  await db`
    insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
      token_amount, rate, fee, method, created_at, updated_at)
    values (${newId()}, ${used}, ${user}, 'ON_RAMP', 'COMPLETED', 'sandbox', 'KES', 100, 'GEMS', 1, 1, 0, 'CARD', ${at}, ${at})`
  await db`
    insert into promotion (id, kind, title, cta_action, cta_payload, priority, dismissible, countries, languages, ends_at,
      is_enabled, created_at, updated_at)
    values (${campaign}, 'POPUP', 'Title', 'NONE', '{}', 1, true, '{}', '{}', ${at}, true, ${at}, ${at})`
  await db`insert into promotion_user_state (user_id, promotion_id, impressions) values (${user}, ${campaign}, 1)`
  await db`
    insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, status,
      transaction_hash, block_number, created_at, settled_at)
    values (${transaction}, ${user}, 'test', 'test', 'test', '', '', 'confirmed', '0x', 1, ${at}, ${at})`
  await db`
    insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, created_at)
    values (${user}, ${transaction}, 1, '', 1, 1, ${at})`
  await db`
    select ledger_post(${newId()}, ${`test:${user}`}, 'TEST', ${at}, ${[
      { account: 'house:issuance', asset: 'GEM', amount: -5 },
      { account: `user:${user}`, asset: 'GEM', amount: 5 },
    ]}::jsonb)`
}

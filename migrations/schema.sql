-- What all migrations together make. Written by `bun scripts/generate-schema.ts --write`; do not edit.

create extension pg_trgm;

create extension unaccent;

CREATE OR REPLACE FUNCTION public.audit_reject_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only' using errcode = '55000';
end $function$;

CREATE OR REPLACE FUNCTION public.audit_reject_personal_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from user_account where id = old.user_id and deleted_at is null) then
    raise exception 'personal details of the audit log are deleted only with their account' using errcode = '55000';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.leaderboard_position(wanted_period text, wanted_start date, wanted_user uuid)
 RETURNS TABLE(members integer, first_award_at timestamp with time zone, xp bigint, reached_at timestamp with time zone, rank integer)
 LANGUAGE sql
 STABLE
AS $function$
  select (coalesce(board.members, 0) + change.added - change.removed)::integer,
    least(board.first_award_at, change.first_at), score.xp, score.reached_at,
    case when not score.is_hidden then (coalesce(nearest.users_ahead, 0) + change.shift + between_them.members + 1)::integer end
  from (values (0)) one_row
  left join leaderboard board on board.period = wanted_period and board.starts_on = wanted_start
  left join period_score score
    on score.user_id = wanted_user and score.period = wanted_period and score.starts_on = wanted_start
  left join lateral (
    select entry.xp, entry.reached_at, entry.user_id, entry.users_ahead from leaderboard_rank_index entry
    where entry.period = wanted_period and entry.starts_on = wanted_start
      and (-entry.xp, entry.reached_at, entry.user_id) <= (-score.xp, score.reached_at, score.user_id)
    order by -entry.xp desc, entry.reached_at desc, entry.user_id desc limit 1
  ) nearest on true
  cross join lateral (
    select count(new_xp) as added, count(old_xp) as removed, min(new_reached_at) as first_at,
      count(*) filter (where (-new_xp, new_reached_at, user_id) < (-nearest.xp, nearest.reached_at, nearest.user_id))
      - count(*) filter (where (-old_xp, old_reached_at, user_id) < (-nearest.xp, nearest.reached_at, nearest.user_id)) as shift
    from leaderboard_score_change where period = wanted_period and starts_on = wanted_start
  ) change
  cross join lateral (
    select count(*) as members from period_score other
    where other.period = wanted_period and other.starts_on = wanted_start and not other.is_hidden
      and (-other.xp, other.reached_at, other.user_id) < (-score.xp, score.reached_at, score.user_id)
      and (-other.xp, other.reached_at, other.user_id) >= (coalesce(-nearest.xp, -9223372036854775807),
        coalesce(nearest.reached_at, '-infinity'), coalesce(nearest.user_id, '00000000-0000-0000-0000-000000000000'))
  ) between_them
$function$;

CREATE OR REPLACE FUNCTION public.ledger_post(transfer_id uuid, source text, reason text, at timestamp with time zone, entries jsonb, OUT posted boolean, OUT balances jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_transfer (id, source, reason, created_at)
  values (ledger_post.transfer_id, ledger_post.source, ledger_post.reason, ledger_post.at)
  on conflict on constraint ledger_transfer_source_key do nothing;
  posted := found;
  if posted then
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select ledger_post.transfer_id, entry.line, entry.account, entry.asset, entry.amount, ledger_post.at
    from rows from (jsonb_to_recordset(entries) as (account text, asset text, amount bigint))
      with ordinality as entry (account, asset, amount, line);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('account', stored.account, 'asset', stored.asset, 'balance', stored.balance::text)), '[]')
  into balances
  from ledger_balance as stored
  -- An array, because the planner overestimates a set of entries and would read all balances.
  where stored.account = any (array(select entry.account from jsonb_to_recordset(entries) as entry (account text)));
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_reject_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only: post a correcting transfer' using errcode = '55000';
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_update_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change record;
begin
  if exists (select from fresh group by transfer_id, asset having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero in each asset' using errcode = '23514',
      constraint = 'ledger_entry_sums_to_zero';
  end if;
  -- Updates accounts in one order, so that opposite transfers do not deadlock. A debit is an update: an upsert would
  -- check the negative amount itself against the rule of the balance.
  for change in
    select account, asset, sum(amount)::bigint as amount from fresh where account !~ '^house:'
    group by account, asset
    order by account, asset
  loop
    if change.amount < 0 then
      update ledger_balance as stored set balance = stored.balance + change.amount
      where stored.account = change.account and stored.asset = change.asset;
      if not found then
        raise exception '% has no % balance', change.account, change.asset using errcode = '23514',
          table = 'ledger_balance', constraint = 'ledger_balance_balance_check';
      end if;
    else
      insert into ledger_balance as stored (account, asset, balance)
      values (change.account, change.asset, change.amount)
      on conflict (account, asset) do update set balance = stored.balance + excluded.balance;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notification_update_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change record;
begin
  -- Sorted, so that concurrent statements do not deadlock.
  for change in execute
    case tg_op
      when 'INSERT' then 'select user_id, type, count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
        from fresh where in_inbox group by user_id, type order by user_id, type'
      when 'DELETE' then 'select user_id, type, -count(*)::int as total, -(count(*) filter (where read_at is null))::int as unread
        from stale where in_inbox group by user_id, type order by user_id, type'
      else 'select fresh.user_id, fresh.type, 0 as total,
        (count(*) filter (where fresh.read_at is null) - count(*) filter (where stale.read_at is null))::int as unread
        from fresh join stale on stale.id = fresh.id where fresh.in_inbox
        group by fresh.user_id, fresh.type order by fresh.user_id, fresh.type'
    end
  loop
    if change.total > 0 then
      insert into notification_count as known (user_id, type, total, unread)
      values (change.user_id, change.type, change.total, change.unread)
      on conflict (user_id, type) do update set total = known.total + excluded.total, unread = known.unread + excluded.unread;
    elsif change.total <> 0 or change.unread <> 0 then
      update notification_count as known set total = known.total + change.total, unread = known.unread + change.unread
      where known.user_id = change.user_id and known.type = change.type;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_order_is_closed(direction text, status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((status = ANY (ARRAY['COMPLETED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'REFUNDED'::text])) OR ((direction = 'ON_RAMP'::text) AND (status = 'FAILED'::text)));

create table applied_contract_event (
  id uuid not null,
  transaction_hash text not null,
  event_type text not null,
  user_address text not null,
  amount numeric(78,0) not null,
  token_id text not null,
  log_indexes integer[] not null,
  times_applied integer default 1 not null,
  block_number bigint,
  constraint applied_contract_event_id_key UNIQUE (id),
  constraint applied_contract_event_pkey PRIMARY KEY (transaction_hash, event_type, user_address, amount, token_id),
  constraint applied_contract_event_check CHECK (((times_applied >= 1) AND (times_applied >= cardinality(log_indexes))))
);

create table audit_entry (
  id uuid not null,
  actor_id uuid not null,
  actor_role text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  user_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamp with time zone not null,
  constraint audit_entry_pkey PRIMARY KEY (id),
  constraint audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES user_account(id),
  constraint audit_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX audit_entry_of_action ON public.audit_entry USING btree (action, id DESC);
CREATE INDEX audit_entry_of_actor ON public.audit_entry USING btree (actor_id, id DESC);
CREATE INDEX audit_entry_of_subject ON public.audit_entry USING btree (subject_kind, subject_id, id DESC);
CREATE INDEX audit_entry_of_user ON public.audit_entry USING btree (user_id, id DESC) WHERE (user_id IS NOT NULL);

create table audit_entry_personal (
  entry_id uuid not null,
  user_id uuid not null,
  data jsonb not null,
  constraint audit_entry_personal_pkey PRIMARY KEY (entry_id, user_id),
  constraint audit_entry_personal_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entry(id),
  constraint audit_entry_personal_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX audit_entry_personal_of_user ON public.audit_entry_personal USING btree (user_id);

create table badge_counted_item (
  user_id uuid not null,
  badge_type text not null,
  item text not null,
  constraint badge_counted_item_pkey PRIMARY KEY (user_id, badge_type, item),
  constraint badge_counted_item_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);

create table badge_definition (
  badge_type text not null,
  "position" bigint generated always as identity not null,
  origin text not null,
  status text not null,
  name text not null,
  description text not null,
  rule_kind text not null,
  required_progress integer not null,
  picture_key text,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint badge_definition_position_key UNIQUE ("position"),
  constraint badge_definition_pkey PRIMARY KEY (badge_type),
  constraint badge_definition_badge_type_check CHECK (((badge_type ~ '^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$'::text) AND ((length(badge_type) >= 3) AND (length(badge_type) <= 40)))),
  constraint badge_definition_description_check CHECK (((length(description) >= 1) AND (length(description) <= 300))),
  constraint badge_definition_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint badge_definition_origin_check CHECK ((origin = ANY (ARRAY['BUILT_IN'::text, 'ADMIN'::text, 'PACK'::text]))),
  constraint badge_definition_required_progress_check CHECK (((required_progress >= 1) AND (required_progress <= 1000000))),
  constraint badge_definition_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text, 'ARCHIVED'::text]))),
  constraint badge_definition_version_check CHECK ((version >= 1))
);

create table badge_progress (
  user_id uuid not null,
  badge_type text not null,
  current_progress integer default 0 not null,
  completed_at timestamp with time zone,
  token_id text,
  contract_address text,
  minted_at timestamp with time zone,
  mint_started_at timestamp with time zone,
  mint_failures integer default 0 not null,
  mint_retry_at timestamp with time zone,
  constraint badge_progress_pkey PRIMARY KEY (user_id, badge_type),
  constraint badge_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint badge_progress_current_progress_check CHECK ((current_progress >= 0))
) with (fillfactor=80);
CREATE INDEX badge_progress_mint_due ON public.badge_progress USING btree (mint_retry_at) WHERE ((completed_at IS NOT NULL) AND (minted_at IS NULL) AND (mint_started_at IS NULL));
CREATE INDEX badge_progress_unminted ON public.badge_progress USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (minted_at IS NULL));

create table battle_daily_xp (
  user_id uuid not null,
  day date not null,
  xp integer not null,
  constraint battle_daily_xp_pkey PRIMARY KEY (user_id, day),
  constraint battle_daily_xp_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint battle_daily_xp_xp_check CHECK ((xp >= 0))
) with (fillfactor=80);
CREATE INDEX battle_daily_xp_day ON public.battle_daily_xp USING btree (day);

create table battle_entry (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  status text not null,
  is_live boolean not null,
  topic_id uuid,
  stake bigint not null,
  rating double precision not null,
  joined_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  room_id uuid,
  seat smallint,
  score integer,
  correct_count integer,
  result text,
  gems_delta bigint,
  xp_earned integer,
  rating_delta integer,
  ended_at timestamp with time zone,
  constraint battle_entry_pkey PRIMARY KEY (id),
  constraint battle_entry_room_id_fkey FOREIGN KEY (room_id) REFERENCES battle_room(id),
  constraint battle_entry_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topic(id),
  constraint battle_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint battle_entry_check CHECK (((room_id IS NULL) = (seat IS NULL))),
  constraint battle_entry_check1 CHECK (((status = 'MATCHED'::text) = (room_id IS NOT NULL))),
  constraint battle_entry_check2 CHECK (((NOT is_live) OR (status = ANY (ARRAY['QUEUED'::text, 'MATCHED'::text])))),
  constraint battle_entry_check3 CHECK ((is_live = (ended_at IS NULL))),
  constraint battle_entry_result_check CHECK ((result = ANY (ARRAY['WIN'::text, 'LOSS'::text, 'DRAW'::text]))),
  constraint battle_entry_seat_check CHECK ((seat = ANY (ARRAY[0, 1]))),
  constraint battle_entry_stake_check CHECK ((stake >= 0)),
  constraint battle_entry_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'MATCHED'::text, 'TIMED_OUT'::text, 'CANCELLED'::text])))
) with (fillfactor=80);
CREATE INDEX battle_entry_history ON public.battle_entry USING btree (user_id, ended_at DESC) WHERE (result IS NOT NULL);
CREATE INDEX battle_entry_queue ON public.battle_entry USING btree (joined_at) WHERE (status = 'QUEUED'::text);
CREATE UNIQUE INDEX battle_entry_one_live ON public.battle_entry USING btree (user_id) WHERE is_live;
CREATE UNIQUE INDEX battle_entry_seat ON public.battle_entry USING btree (room_id, seat) WHERE (room_id IS NOT NULL);

create table battle_journal_page (
  room_id uuid not null,
  page_number integer not null,
  host_process_id uuid not null,
  inputs jsonb not null,
  constraint battle_journal_page_pkey PRIMARY KEY (room_id, page_number),
  constraint battle_journal_page_room_id_fkey FOREIGN KEY (room_id) REFERENCES battle_room(id),
  constraint battle_journal_page_page_number_check CHECK ((page_number >= 1))
);

create table battle_process (
  id uuid not null,
  heartbeat_at timestamp with time zone not null,
  lease_expires_at timestamp with time zone not null,
  constraint battle_process_pkey PRIMARY KEY (id)
);

create table battle_rating (
  user_id uuid not null,
  rating double precision not null,
  deviation double precision not null,
  volatility double precision not null,
  wins integer default 0 not null,
  losses integer default 0 not null,
  draws integer default 0 not null,
  played_at timestamp with time zone not null,
  constraint battle_rating_pkey PRIMARY KEY (user_id),
  constraint battle_rating_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint battle_rating_deviation_check CHECK ((deviation > (0)::double precision)),
  constraint battle_rating_volatility_check CHECK ((volatility > (0)::double precision))
) with (fillfactor=80);

create table battle_room (
  id uuid not null,
  kind text not null,
  state text not null,
  topic_id uuid,
  stake bigint not null,
  seed uuid not null,
  question_ids uuid[],
  bot_difficulty text,
  code text,
  start_deadline timestamp with time zone not null,
  host_process_id uuid,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  reason text,
  bot_score integer,
  rematch_by uuid,
  rematch_room_id uuid,
  constraint battle_room_pkey PRIMARY KEY (id),
  constraint battle_room_rematch_by_fkey FOREIGN KEY (rematch_by) REFERENCES user_account(id),
  constraint battle_room_rematch_room_id_fkey FOREIGN KEY (rematch_room_id) REFERENCES battle_room(id),
  constraint battle_room_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topic(id),
  constraint battle_room_bot_difficulty_check CHECK ((bot_difficulty = ANY (ARRAY['EASY'::text, 'MEDIUM'::text, 'HARD'::text]))),
  constraint battle_room_check CHECK (((kind = 'BOT'::text) = (bot_difficulty IS NOT NULL))),
  constraint battle_room_check1 CHECK (((bot_difficulty IS NULL) OR (stake = 0))),
  constraint battle_room_check2 CHECK (((state = ANY (ARRAY['FINISHED'::text, 'ABANDONED'::text, 'CANCELLED'::text])) = (ended_at IS NOT NULL))),
  constraint battle_room_check3 CHECK (((ended_at IS NULL) = (reason IS NULL))),
  constraint battle_room_code_check CHECK ((code ~ '^\d{6}$'::text)),
  constraint battle_room_kind_check CHECK ((kind = ANY (ARRAY['QUEUE'::text, 'FRIEND'::text, 'REMATCH'::text, 'BOT'::text]))),
  constraint battle_room_reason_check CHECK ((reason = ANY (ARRAY['COMPLETED'::text, 'FORFEIT'::text, 'ABANDONED'::text, 'CANCELLED'::text]))),
  constraint battle_room_stake_check CHECK ((stake >= 0)),
  constraint battle_room_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'IN_PROGRESS'::text, 'FINISHED'::text, 'ABANDONED'::text, 'CANCELLED'::text])))
) with (fillfactor=80);
CREATE INDEX battle_room_any_code ON public.battle_room USING btree (code) WHERE (code IS NOT NULL);
CREATE INDEX battle_room_open ON public.battle_room USING btree (start_deadline) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX battle_room_code ON public.battle_room USING btree (code) WHERE ((ended_at IS NULL) AND (code IS NOT NULL));

create table catalog_version (
  only_row boolean default true not null,
  version bigint not null,
  constraint catalog_version_pkey PRIMARY KEY (only_row),
  constraint catalog_version_only_row_check CHECK (only_row)
);

create table certificate (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  number text not null,
  student_name text,
  course_title text not null,
  course_description text not null,
  issued_at timestamp with time zone not null,
  status text default 'MINTING'::text not null,
  metadata_cid text not null,
  owner_address text,
  chain_cid text,
  token_id text,
  transaction_hash text,
  minted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revocation_reason text,
  revoked_on_chain_at timestamp with time zone,
  pending_step text,
  retry_at timestamp with time zone,
  failed_attempts integer default 0 not null,
  last_error text,
  status_index bigint generated always as identity not null,
  constraint certificate_number_key UNIQUE (number),
  constraint certificate_status_index_key UNIQUE (status_index),
  constraint certificate_user_id_course_id_key UNIQUE (user_id, course_id),
  constraint certificate_pkey PRIMARY KEY (id),
  constraint certificate_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint certificate_check CHECK (((status = ANY (ARRAY['MINTED'::text, 'REVOKED'::text])) = (token_id IS NOT NULL))),
  constraint certificate_check1 CHECK (((token_id IS NULL) = (transaction_hash IS NULL))),
  constraint certificate_check2 CHECK (((status = 'REVOKED'::text) = (revoked_at IS NOT NULL))),
  constraint certificate_check3 CHECK (((revoked_at IS NULL) = (revocation_reason IS NULL))),
  constraint certificate_check4 CHECK (((pending_step IS NULL) OR (retry_at IS NULL))),
  constraint certificate_failed_attempts_check CHECK ((failed_attempts >= 0)),
  constraint certificate_number_check CHECK ((number ~ '^LYC-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{8}$'::text)),
  constraint certificate_pending_step_check CHECK ((pending_step = ANY (ARRAY['MINT'::text, 'SET_URI'::text, 'REVOKE'::text]))),
  constraint certificate_status_check CHECK ((status = ANY (ARRAY['MINTING'::text, 'MINTED'::text, 'FAILED'::text, 'REVOKED'::text]))),
  constraint certificate_student_name_check CHECK (((length(student_name) >= 2) AND (length(student_name) <= 80)))
);
CREATE INDEX certificate_retry_due ON public.certificate USING btree (retry_at) WHERE (retry_at IS NOT NULL);
CREATE INDEX certificate_revoked ON public.certificate USING btree (status_index) WHERE (status = 'REVOKED'::text);
CREATE INDEX certificate_unminted ON public.certificate USING btree (issued_at) WHERE (token_id IS NULL);

create table chain_attempt (
  hash text not null,
  transaction_id uuid not null,
  nonce bigint not null,
  raw bytea not null,
  max_fee_wei bigint not null,
  priority_fee_wei bigint not null,
  created_at timestamp with time zone not null,
  constraint chain_attempt_pkey PRIMARY KEY (hash),
  constraint chain_attempt_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES chain_transaction(id) ON DELETE CASCADE,
  constraint chain_attempt_max_fee_wei_check CHECK ((max_fee_wei >= 0)),
  constraint chain_attempt_priority_fee_wei_check CHECK ((priority_fee_wei >= 0))
);
CREATE INDEX chain_attempt_transaction ON public.chain_attempt USING btree (transaction_id, created_at);

create table chain_log_cursor (
  chain_id bigint not null,
  next_block bigint not null,
  read_at timestamp with time zone not null,
  constraint chain_log_cursor_pkey PRIMARY KEY (chain_id),
  constraint chain_log_cursor_next_block_check CHECK ((next_block >= 0))
);

create table chain_sender (
  address text not null,
  chain text not null,
  next_nonce bigint not null,
  gas_day date not null,
  gas_used_today bigint default 0 not null,
  constraint chain_sender_pkey PRIMARY KEY (address, chain),
  constraint chain_sender_gas_used_today_check CHECK ((gas_used_today >= 0)),
  constraint chain_sender_next_nonce_check CHECK ((next_nonce >= 0))
);

create table chain_transaction (
  id uuid not null,
  reference text not null,
  kind text not null,
  contract text not null,
  function_name text not null,
  call_data bytea not null,
  proof text not null,
  depends_on_reference text,
  status text default 'queued'::text not null,
  tries integer default 0 not null,
  not_before timestamp with time zone default now() not null,
  sender text,
  nonce bigint,
  gas_limit bigint,
  sent_block bigint,
  transaction_hash text,
  block_number bigint,
  block_hash text,
  gas_used bigint,
  reason text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint chain_transaction_reference_key UNIQUE (reference),
  constraint chain_transaction_pkey PRIMARY KEY (id),
  constraint chain_transaction_check CHECK (((status <> 'sent'::text) OR ((sender IS NOT NULL) AND (nonce IS NOT NULL) AND (gas_limit IS NOT NULL)))),
  constraint chain_transaction_check1 CHECK (((status <> 'confirmed'::text) OR ((transaction_hash IS NOT NULL) AND (block_number IS NOT NULL)))),
  constraint chain_transaction_check2 CHECK (((status <> 'failed'::text) OR (reason IS NOT NULL))),
  constraint chain_transaction_gas_limit_check CHECK ((gas_limit > 0)),
  constraint chain_transaction_nonce_check CHECK ((nonce >= 0)),
  constraint chain_transaction_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint chain_transaction_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'confirmed'::text, 'failed'::text])))
);
CREATE INDEX chain_transaction_queued ON public.chain_transaction USING btree (id) WHERE (status = 'queued'::text);
CREATE UNIQUE INDEX chain_transaction_sent ON public.chain_transaction USING btree (sender, nonce) WHERE (status = 'sent'::text);

create table contest (
  id uuid not null,
  series_key text,
  title text not null,
  description text not null,
  type text not null,
  room_code text,
  entry_fee_gems bigint not null,
  guaranteed_pool_gems bigint not null,
  prize_table integer[] not null,
  min_participants integer not null,
  max_duration_seconds integer,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  question_ids uuid[] not null,
  seed text not null,
  reminder_cursor uuid,
  reminded_at timestamp with time zone,
  outcome text,
  cancel_reason text,
  decided_at timestamp with time zone,
  ranked_count integer default 0 not null,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint contest_room_code_key UNIQUE (room_code),
  constraint contest_series_key_starts_at_key UNIQUE (series_key, starts_at),
  constraint contest_pkey PRIMARY KEY (id),
  constraint contest_cancel_reason_check CHECK ((cancel_reason = ANY (ARRAY['TOO_FEW_PARTICIPANTS'::text, 'NO_SUBMISSIONS'::text, 'BY_ADMIN'::text]))),
  constraint contest_check CHECK ((ends_at > starts_at)),
  constraint contest_check1 CHECK (((decided_at IS NULL) = (outcome IS NULL))),
  constraint contest_check2 CHECK (((finished_at IS NULL) OR (outcome IS NOT NULL))),
  constraint contest_check3 CHECK (((room_code IS NOT NULL) = (type = 'PRIVATE'::text))),
  constraint contest_check4 CHECK (((cancel_reason IS NOT NULL) = (NOT (outcome IS DISTINCT FROM 'CANCELLED'::text)))),
  constraint contest_description_check CHECK ((length(description) <= 2000)),
  constraint contest_entry_fee_gems_check CHECK (((entry_fee_gems >= 0) AND (entry_fee_gems <= 1000000))),
  constraint contest_guaranteed_pool_gems_check CHECK (((guaranteed_pool_gems >= 0) AND (guaranteed_pool_gems <= 1000000000))),
  constraint contest_max_duration_seconds_check CHECK ((max_duration_seconds >= 1)),
  constraint contest_min_participants_check CHECK ((min_participants >= 1)),
  constraint contest_outcome_check CHECK ((outcome = ANY (ARRAY['SETTLED'::text, 'CANCELLED'::text]))),
  constraint contest_prize_table_check CHECK (((cardinality(prize_table) >= 1) AND (cardinality(prize_table) <= 100))),
  constraint contest_question_ids_check CHECK (((cardinality(question_ids) >= 1) AND (cardinality(question_ids) <= 100))),
  constraint contest_ranked_count_check CHECK ((ranked_count >= 0)),
  constraint contest_room_code_check CHECK ((room_code ~ '^[2-9A-HJ-NP-Z]{6}$'::text)),
  constraint contest_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  constraint contest_type_check CHECK ((type = ANY (ARRAY['PUBLIC'::text, 'PRIVATE'::text])))
);
CREATE INDEX contest_reminder_due ON public.contest USING btree (starts_at) WHERE ((outcome IS NULL) AND (reminded_at IS NULL));
CREATE INDEX contest_search ON public.contest USING gin ((((title || ' '::text) || description)) gin_trgm_ops);
CREATE INDEX contest_starts_at ON public.contest USING btree (starts_at DESC, id DESC);
CREATE INDEX contest_undecided ON public.contest USING btree (ends_at) WHERE (outcome IS NULL);
CREATE INDEX contest_unfinished ON public.contest USING btree (decided_at) WHERE ((outcome IS NOT NULL) AND (finished_at IS NULL));

create table contest_participant (
  contest_id uuid not null,
  user_id uuid not null,
  joined_at timestamp with time zone not null,
  started_at timestamp with time zone,
  submitted_at timestamp with time zone,
  score smallint,
  correct_count smallint,
  time_taken_ms bigint,
  claimed_time_seconds bigint,
  answers jsonb,
  withdrawn_at timestamp with time zone,
  rank integer,
  prize_gems bigint default 0 not null,
  finalized_at timestamp with time zone,
  constraint contest_participant_pkey PRIMARY KEY (contest_id, user_id),
  constraint contest_participant_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES contest(id),
  constraint contest_participant_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint contest_participant_check CHECK (((submitted_at IS NULL) = (score IS NULL))),
  constraint contest_participant_check1 CHECK (((submitted_at IS NULL) = (correct_count IS NULL))),
  constraint contest_participant_check2 CHECK (((submitted_at IS NULL) = (time_taken_ms IS NULL))),
  constraint contest_participant_check3 CHECK (((submitted_at IS NULL) OR (started_at IS NOT NULL))),
  constraint contest_participant_check4 CHECK (((prize_gems = 0) OR (submitted_at IS NOT NULL))),
  constraint contest_participant_correct_count_check CHECK ((correct_count >= 0)),
  constraint contest_participant_prize_gems_check CHECK ((prize_gems >= 0)),
  constraint contest_participant_rank_check CHECK ((rank >= 1)),
  constraint contest_participant_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint contest_participant_time_taken_ms_check CHECK ((time_taken_ms >= 0))
) with (fillfactor=80);
CREATE INDEX contest_leaderboard ON public.contest_participant USING btree (contest_id, score DESC, time_taken_ms, submitted_at, user_id) WHERE ((submitted_at IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE INDEX contest_leaderboard_unfinalized ON public.contest_participant USING btree (contest_id, score DESC, time_taken_ms, submitted_at, user_id) WHERE ((submitted_at IS NOT NULL) AND (withdrawn_at IS NULL) AND (finalized_at IS NULL));
CREATE INDEX contest_participant_of_user ON public.contest_participant USING btree (user_id, joined_at DESC);
CREATE INDEX contest_participant_unfinalized ON public.contest_participant USING btree (contest_id, user_id) WHERE (finalized_at IS NULL);
CREATE INDEX contest_participant_withdrawn ON public.contest_participant USING btree (contest_id) WHERE (withdrawn_at IS NOT NULL);

create table contest_shard (
  contest_id uuid not null,
  shard smallint not null,
  participant_count integer default 0 not null,
  constraint contest_shard_pkey PRIMARY KEY (contest_id, shard),
  constraint contest_shard_contest_id_fkey FOREIGN KEY (contest_id) REFERENCES contest(id),
  constraint contest_shard_participant_count_check CHECK ((participant_count >= 0)),
  constraint contest_shard_shard_check CHECK (((shard >= 0) AND (shard <= 15)))
) with (fillfactor=50);

create table course (
  id uuid not null,
  key text not null,
  title text not null,
  description text not null,
  category text not null,
  level text not null,
  is_premium boolean default false not null,
  cover_key text,
  skills text[] default '{}'::text[] not null,
  topic_id uuid not null,
  bonus_xp integer not null,
  bonus_gems integer not null,
  project jsonb,
  "position" integer default 0 not null,
  archived_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  is_draft boolean default false not null,
  project_draft jsonb,
  constraint course_key_key UNIQUE (key),
  constraint course_pkey PRIMARY KEY (id),
  constraint course_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topic(id),
  constraint course_bonus_gems_check CHECK ((bonus_gems >= 0)),
  constraint course_bonus_xp_check CHECK ((bonus_xp >= 0)),
  constraint course_check CHECK (((NOT is_draft) OR (archived_at IS NOT NULL))),
  constraint course_level_check CHECK ((level = ANY (ARRAY['BEGINNER'::text, 'INTERMEDIATE'::text, 'ADVANCED'::text])))
);

create table credential_key (
  key_id text not null,
  public_key text not null,
  sealed_key bytea not null,
  created_at timestamp with time zone not null,
  constraint credential_key_pkey PRIMARY KEY (key_id)
);

create table daily_stat (
  day date not null,
  kind text not null,
  shard smallint not null,
  count bigint not null,
  constraint daily_stat_pkey PRIMARY KEY (day, kind, shard),
  constraint daily_stat_kind_check CHECK ((kind = ANY (ARRAY['REGISTERED'::text, 'DELETED'::text, 'ACTIVE'::text, 'COURSE_COMPLETED'::text, 'LESSON_COMPLETED'::text])))
) with (fillfactor=70);

create table daily_stat_cursor (
  only_row boolean default true not null,
  last_id uuid not null,
  constraint daily_stat_cursor_pkey PRIMARY KEY (only_row),
  constraint daily_stat_cursor_only_row_check CHECK (only_row)
);

create table device_token (
  id uuid not null,
  user_id uuid not null,
  platform text not null,
  kind text not null,
  digest bytea not null,
  token text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  session_id uuid,
  constraint device_token_digest_key UNIQUE (digest),
  constraint device_token_pkey PRIMARY KEY (id),
  constraint device_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint device_token_kind_check CHECK ((kind = ANY (ARRAY['FCM'::text, 'WEB_PUSH'::text]))),
  constraint device_token_platform_check CHECK ((platform = ANY (ARRAY['IOS'::text, 'ANDROID'::text, 'WEB'::text]))),
  constraint device_token_token_check CHECK ((length(token) <= 4096))
);
CREATE INDEX device_token_last_seen_at ON public.device_token USING btree (last_seen_at);
CREATE INDEX device_token_of_session ON public.device_token USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX device_token_of_user ON public.device_token USING btree (user_id, last_seen_at DESC);

create table enrollment (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  enrolled_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint enrollment_user_id_course_id_key UNIQUE (user_id, course_id),
  constraint enrollment_pkey PRIMARY KEY (id),
  constraint enrollment_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id),
  constraint enrollment_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX enrollment_of_user ON public.enrollment USING btree (user_id, enrolled_at DESC);

create table idempotency_record (
  scope text not null,
  route text not null,
  key_digest bytea not null,
  body_digest bytea not null,
  status integer,
  sealed_response bytea,
  locked_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  locked_by_process integer,
  body_mismatches smallint default 0 not null,
  constraint idempotency_record_pkey PRIMARY KEY (scope, route, key_digest)
);
CREATE INDEX idempotency_record_created_at ON public.idempotency_record USING btree (created_at);

create table ipfs_document (
  cid text not null,
  about text not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint ipfs_document_pkey PRIMARY KEY (cid)
);
CREATE INDEX ipfs_document_subject ON public.ipfs_document USING btree (about);

create table leaderboard (
  period text not null,
  starts_on date not null,
  members bigint default 0 not null,
  first_award_at timestamp with time zone,
  constraint leaderboard_pkey PRIMARY KEY (period, starts_on),
  constraint leaderboard_members_check CHECK ((members >= 0))
);

create table leaderboard_hidden_user (
  user_id uuid not null,
  reason text not null,
  hidden_at timestamp with time zone not null,
  constraint leaderboard_hidden_user_pkey PRIMARY KEY (user_id, reason),
  constraint leaderboard_hidden_user_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint leaderboard_hidden_user_reason_check CHECK ((reason = ANY (ARRAY['OPTED_OUT'::text, 'SUSPENDED'::text, 'DELETED'::text])))
);

create table leaderboard_rank_index (
  period text not null,
  starts_on date not null,
  xp bigint not null,
  reached_at timestamp with time zone not null,
  user_id uuid not null,
  users_ahead bigint not null,
  constraint leaderboard_rank_index_users_ahead_check CHECK ((users_ahead >= 0))
) with (fillfactor=50);
CREATE UNIQUE INDEX leaderboard_rank_index_order ON public.leaderboard_rank_index USING btree (period, starts_on, ((- xp)), reached_at, user_id);

create table leaderboard_score_change (
  period text not null,
  starts_on date not null,
  id bigint generated always as identity not null,
  user_id uuid not null,
  old_xp bigint,
  old_reached_at timestamp with time zone,
  new_xp bigint,
  new_reached_at timestamp with time zone,
  constraint leaderboard_score_change_pkey PRIMARY KEY (period, starts_on, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table learning_path (
  id uuid not null,
  key text not null,
  title text not null,
  description text not null,
  category text not null,
  kind text not null,
  is_premium boolean default false not null,
  skills text[] default '{}'::text[] not null,
  synonyms text[] default '{}'::text[] not null,
  "position" integer default 0 not null,
  archived_at timestamp with time zone,
  is_draft boolean default false not null,
  constraint learning_path_key_key UNIQUE (key),
  constraint learning_path_pkey PRIMARY KEY (id),
  constraint learning_path_check CHECK (((NOT is_draft) OR (archived_at IS NOT NULL))),
  constraint learning_path_kind_check CHECK ((kind = ANY (ARRAY['FOUNDATION'::text, 'SPECIALIZATION'::text])))
);

create table learning_path_course (
  path_id uuid not null,
  course_id uuid not null,
  "position" integer not null,
  constraint learning_path_course_pkey PRIMARY KEY (path_id, course_id),
  constraint learning_path_course_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id),
  constraint learning_path_course_path_id_fkey FOREIGN KEY (path_id) REFERENCES learning_path(id)
);

create table ledger_audit (
  id uuid not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  is_ok boolean,
  checked jsonb,
  discrepancies jsonb,
  balances jsonb,
  constraint ledger_audit_pkey PRIMARY KEY (id),
  constraint ledger_audit_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES user_account(id),
  constraint ledger_audit_check CHECK (((finished_at IS NULL) = (is_ok IS NULL)))
);
CREATE INDEX ledger_audit_newest ON public.ledger_audit USING btree (requested_at DESC);
CREATE UNIQUE INDEX ledger_audit_running ON public.ledger_audit USING btree ((true)) WHERE (finished_at IS NULL);

create table ledger_balance (
  account text not null,
  asset text not null,
  balance bigint not null,
  constraint ledger_balance_pkey PRIMARY KEY (account, asset),
  constraint ledger_balance_account_check CHECK ((account !~ '^house:'::text)),
  constraint ledger_balance_balance_check CHECK ((balance >= 0))
) with (fillfactor=80);

create table ledger_entry (
  transfer_id uuid not null,
  line smallint not null,
  account text not null,
  asset text not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  transaction_number bigint default ((pg_current_xact_id())::text)::bigint,
  constraint ledger_entry_pkey PRIMARY KEY (transfer_id, line),
  constraint ledger_entry_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfer(id),
  constraint ledger_entry_account_check CHECK ((account ~ '^(user|house|contest|battle|order):[a-z0-9-]+$'::text)),
  constraint ledger_entry_amount_check CHECK ((amount <> 0)),
  constraint ledger_entry_asset_check CHECK ((asset = ANY (ARRAY['XP'::text, 'GEM'::text, 'USDT'::text])))
);
CREATE INDEX ledger_entry_account ON public.ledger_entry USING btree (account, transfer_id DESC);
CREATE INDEX ledger_entry_transaction_number ON public.ledger_entry USING brin (transaction_number) WITH (pages_per_range='32', autosummarize='on');

create table ledger_transfer (
  id uuid not null,
  source text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint ledger_transfer_source_key UNIQUE (source),
  constraint ledger_transfer_pkey PRIMARY KEY (id)
);

create table lesson (
  id uuid not null,
  course_id uuid not null,
  key text not null,
  title text not null,
  "position" integer not null,
  xp_reward integer not null,
  gem_reward integer not null,
  slides jsonb not null,
  archived_at timestamp with time zone,
  is_draft boolean default false not null,
  constraint lesson_course_id_key_key UNIQUE (course_id, key),
  constraint lesson_pkey PRIMARY KEY (id),
  constraint lesson_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id),
  constraint lesson_check CHECK (((NOT is_draft) OR (archived_at IS NOT NULL))),
  constraint lesson_gem_reward_check CHECK ((gem_reward >= 0)),
  constraint lesson_position_check CHECK (("position" >= 1)),
  constraint lesson_xp_reward_check CHECK ((xp_reward >= 0))
);
CREATE INDEX lesson_of_course ON public.lesson USING btree (course_id, "position") WHERE (archived_at IS NULL);

create table lesson_answer (
  user_id uuid not null,
  question_id uuid not null,
  lesson_id uuid not null,
  selected_option integer not null,
  is_correct boolean not null,
  answered_at timestamp with time zone not null,
  constraint lesson_answer_pkey PRIMARY KEY (user_id, question_id),
  constraint lesson_answer_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lesson(id),
  constraint lesson_answer_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id),
  constraint lesson_answer_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX lesson_answer_of_lesson ON public.lesson_answer USING btree (user_id, lesson_id);

create table lesson_completion (
  id uuid not null,
  user_id uuid not null,
  lesson_id uuid not null,
  course_id uuid not null,
  completed_at timestamp with time zone not null,
  time_spent_seconds integer,
  claimed_score integer,
  constraint lesson_completion_user_id_lesson_id_key UNIQUE (user_id, lesson_id),
  constraint lesson_completion_pkey PRIMARY KEY (id),
  constraint lesson_completion_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id),
  constraint lesson_completion_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lesson(id),
  constraint lesson_completion_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX lesson_completion_of_course ON public.lesson_completion USING btree (user_id, course_id);

create table link_challenge (
  nonce text not null,
  user_id uuid not null,
  address text not null,
  message text not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint link_challenge_pkey PRIMARY KEY (nonce),
  constraint link_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX link_challenge_expires_at ON public.link_challenge USING btree (expires_at);
CREATE INDEX link_challenge_user ON public.link_challenge USING btree (user_id, issued_at);

create table linked_wallet (
  address text not null,
  user_id uuid not null,
  linked_at timestamp with time zone not null,
  constraint linked_wallet_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint linked_wallet_address_check CHECK ((address ~ '^0x[0-9a-fA-F]{40}$'::text))
);
CREATE INDEX linked_wallet_user ON public.linked_wallet USING btree (user_id, linked_at);
CREATE UNIQUE INDEX linked_wallet_address ON public.linked_wallet USING btree (lower(address));

create table llm_usage (
  day date not null,
  tokens bigint not null,
  constraint llm_usage_pkey PRIMARY KEY (day),
  constraint llm_usage_tokens_check CHECK ((tokens >= 0))
);

create table notification (
  id uuid not null,
  user_id uuid not null,
  type text not null,
  dedup_key text not null,
  title text not null,
  body text not null,
  link text not null,
  language text not null,
  in_inbox boolean not null,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_day date generated always as (((created_at AT TIME ZONE 'UTC'::text))::date) stored not null,
  mentioned_user_id uuid,
  mentioned_name text,
  constraint notification_user_id_dedup_key_key UNIQUE (user_id, dedup_key),
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_mentioned_user_id_fkey FOREIGN KEY (mentioned_user_id) REFERENCES user_account(id),
  constraint notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint notification_body_check CHECK (((length(body) >= 1) AND (length(body) <= 1000))),
  constraint notification_check CHECK (((mentioned_user_id IS NULL) = (mentioned_name IS NULL))),
  constraint notification_dedup_key_check CHECK (((length(dedup_key) >= 1) AND (length(dedup_key) <= 200))),
  constraint notification_link_check CHECK ((length(link) <= 300)),
  constraint notification_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint notification_type_check CHECK ((type = ANY (ARRAY['STREAK_MILESTONE'::text, 'STREAK_AT_RISK'::text, 'BADGE_EARNED'::text, 'CERTIFICATE_READY'::text, 'CONTEST_STARTING'::text, 'CONTEST_RESULT'::text, 'BATTLE_RESULT'::text, 'PROJECT_ASSESSED'::text, 'REFERRAL_BONUS'::text, 'PAYMENT_UPDATE'::text, 'SUBSCRIPTION_UPDATE'::text, 'SYSTEM'::text])))
) with (fillfactor=90);
CREATE INDEX notification_by_type ON public.notification USING btree (user_id, type, created_at DESC, id DESC) WHERE in_inbox;
CREATE INDEX notification_created_day ON public.notification USING btree (created_day);
CREATE INDEX notification_inbox ON public.notification USING btree (user_id, created_at DESC, id DESC) WHERE in_inbox;
CREATE INDEX notification_mentioned ON public.notification USING btree (mentioned_user_id) WHERE (mentioned_user_id IS NOT NULL);
CREATE INDEX notification_unread ON public.notification USING btree (user_id, created_at DESC, id DESC) WHERE (in_inbox AND (read_at IS NULL));

create table notification_count (
  user_id uuid not null,
  type text not null,
  total integer not null,
  unread integer not null,
  constraint notification_count_pkey PRIMARY KEY (user_id, type),
  constraint notification_count_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint notification_count_check CHECK (((unread >= 0) AND (unread <= total))),
  constraint notification_count_total_check CHECK ((total >= 0))
) with (fillfactor=80);

create table notification_delivery (
  id uuid not null,
  notification_id uuid not null,
  channel text not null,
  device_id uuid,
  state text default 'PENDING'::text not null,
  attempts integer default 0 not null,
  unconfirmed_attempts integer default 0 not null,
  next_attempt_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_error text,
  finished_at timestamp with time zone,
  constraint notification_delivery_notification_id_device_id_key UNIQUE (notification_id, device_id),
  constraint notification_delivery_pkey PRIMARY KEY (id),
  constraint notification_delivery_device_id_fkey FOREIGN KEY (device_id) REFERENCES device_token(id) ON DELETE SET NULL,
  constraint notification_delivery_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE,
  constraint notification_delivery_channel_check CHECK ((channel = ANY (ARRAY['PUSH'::text, 'EMAIL'::text]))),
  constraint notification_delivery_check CHECK (((state = 'PENDING'::text) = (finished_at IS NULL))),
  constraint notification_delivery_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'LOGGED'::text, 'DEAD'::text])))
);
CREATE INDEX notification_delivery_device ON public.notification_delivery USING btree (device_id);
CREATE INDEX notification_delivery_pending ON public.notification_delivery USING btree (next_attempt_at) WHERE (state = 'PENDING'::text);
CREATE UNIQUE INDEX notification_delivery_mail ON public.notification_delivery USING btree (notification_id) WHERE (channel = 'EMAIL'::text);

create table notification_preference (
  user_id uuid not null,
  channels jsonb not null,
  quiet_start time without time zone,
  quiet_end time without time zone,
  updated_at timestamp with time zone not null,
  constraint notification_preference_pkey PRIMARY KEY (user_id),
  constraint notification_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint notification_preference_channels_check CHECK ((jsonb_typeof(channels) = 'object'::text)),
  constraint notification_preference_check CHECK (((quiet_start IS NULL) = (quiet_end IS NULL))),
  constraint notification_preference_check1 CHECK ((quiet_start <> quiet_end))
);

create table one_time_code (
  purpose text not null,
  subject text not null,
  code_digest bytea not null,
  expires_at timestamp with time zone not null,
  attempts integer default 0 not null,
  used_at timestamp with time zone,
  sent_at timestamp with time zone not null,
  send_window_started_at timestamp with time zone not null,
  sends_in_window integer default 1 not null,
  requester_network_digest bytea,
  attempts_other_networks integer default 0 not null,
  constraint one_time_code_pkey PRIMARY KEY (purpose, subject)
);
CREATE INDEX one_time_code_expires_at ON public.one_time_code USING btree (expires_at);

create table outbox (
  id uuid not null,
  job text not null,
  data jsonb not null,
  start_after timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint outbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);

create table outgoing_mail (
  id uuid not null,
  recipient text not null,
  subject text not null,
  sealed_body bytea not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  delete_after_sending boolean default false not null,
  constraint outgoing_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_mail_created_at ON public.outgoing_mail USING btree (created_at);
CREATE INDEX outgoing_mail_recipient ON public.outgoing_mail USING btree (lower(recipient), created_at DESC);
CREATE INDEX outgoing_mail_unsent ON public.outgoing_mail USING btree (created_at) WHERE (sent_at IS NULL);

create table payment_order (
  id uuid not null,
  quote_id uuid not null,
  user_id uuid not null,
  direction text not null,
  status text not null,
  provider text not null,
  fiat_currency text not null,
  fiat_amount bigint not null,
  asset text not null,
  token_amount bigint not null,
  rate bigint not null,
  fee bigint not null,
  method text not null,
  recipient jsonb,
  erase_contact_when_closed boolean default false not null,
  provider_order_id text,
  payment_url text,
  account_details jsonb,
  received_amount bigint,
  tokens_collected_at timestamp with time zone,
  transaction_hash text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  next_poll_at timestamp with time zone,
  claim_id uuid,
  claimed_until timestamp with time zone,
  poll_attempts integer default 0 not null,
  request_outstanding_until timestamp with time zone,
  review_note text,
  constraint payment_order_quote_id_key UNIQUE (quote_id),
  constraint payment_order_pkey PRIMARY KEY (id),
  constraint payment_order_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES payment_quote(id),
  constraint payment_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint payment_order_check CHECK (((fee >= 0) AND (fee < fiat_amount))),
  constraint payment_order_check1 CHECK (((direction = 'ON_RAMP'::text) OR (status <> ALL (ARRAY['PENDING_PAYMENT'::text, 'PAYMENT_RECEIVED'::text, 'EXPIRED'::text, 'CANCELLED'::text])))),
  constraint payment_order_check2 CHECK (((direction = 'ON_RAMP'::text) OR (status <> ALL (ARRAY['PAYOUT_SENT'::text, 'COMPLETED'::text])) OR (tokens_collected_at IS NOT NULL))),
  constraint payment_order_direction_check CHECK ((direction = ANY (ARRAY['ON_RAMP'::text, 'OFF_RAMP'::text]))),
  constraint payment_order_fiat_amount_check CHECK ((fiat_amount > 0)),
  constraint payment_order_status_check CHECK ((status = ANY (ARRAY['PENDING_PAYMENT'::text, 'PAYMENT_RECEIVED'::text, 'PROCESSING'::text, 'PAYOUT_SENT'::text, 'COMPLETED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'FAILED'::text, 'REFUND_PENDING'::text, 'REFUNDED'::text, 'UNDER_REVIEW'::text]))),
  constraint payment_order_token_amount_check CHECK ((token_amount > 0))
) with (fillfactor=70);
CREATE INDEX payment_order_due ON public.payment_order USING btree (next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payment_order_open ON public.payment_order USING btree (status) WHERE (status <> ALL (ARRAY['COMPLETED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'REFUNDED'::text]));
CREATE INDEX payment_order_user ON public.payment_order USING btree (user_id, id DESC);
CREATE UNIQUE INDEX payment_order_provider ON public.payment_order USING btree (provider, provider_order_id);

create table payment_order_transition (
  id uuid not null,
  order_id uuid not null,
  from_status text,
  to_status text not null,
  reason text not null,
  at timestamp with time zone not null,
  constraint payment_order_transition_pkey PRIMARY KEY (id),
  constraint payment_order_transition_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(id)
);
CREATE INDEX payment_order_transition_order ON public.payment_order_transition USING btree (order_id, id);

create table payment_quote (
  id uuid not null,
  user_id uuid not null,
  direction text not null,
  provider text not null,
  fiat_currency text not null,
  fiat_amount bigint not null,
  asset text not null,
  token_amount bigint not null,
  rate bigint not null,
  fee bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint payment_quote_pkey PRIMARY KEY (id),
  constraint payment_quote_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint payment_quote_asset_check CHECK ((asset = ANY (ARRAY['CHAIN_USDT'::text, 'GEMS'::text]))),
  constraint payment_quote_check CHECK (((fee >= 0) AND (fee < fiat_amount))),
  constraint payment_quote_check1 CHECK (((direction = 'ON_RAMP'::text) OR (asset = 'CHAIN_USDT'::text))),
  constraint payment_quote_direction_check CHECK ((direction = ANY (ARRAY['ON_RAMP'::text, 'OFF_RAMP'::text]))),
  constraint payment_quote_fiat_amount_check CHECK ((fiat_amount > 0)),
  constraint payment_quote_rate_check CHECK ((rate > 0)),
  constraint payment_quote_token_amount_check CHECK ((token_amount > 0))
);
CREATE INDEX payment_quote_unused ON public.payment_quote USING btree (expires_at) WHERE (used_at IS NULL);
CREATE INDEX payment_quote_user ON public.payment_quote USING btree (user_id);

create table period_score (
  user_id uuid not null,
  period text not null,
  starts_on date not null,
  xp bigint not null,
  reached_at timestamp with time zone not null,
  is_hidden boolean default false not null,
  constraint period_score_pkey PRIMARY KEY (user_id, period, starts_on),
  constraint period_score_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint period_score_check CHECK (((xp > 0) OR ((xp = 0) AND is_hidden AND (period = 'all-time'::text)))),
  constraint period_score_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text, 'all-time'::text])))
) with (fillfactor=80);
CREATE INDEX period_score_order ON public.period_score USING btree (period, starts_on, ((- xp)), reached_at, user_id) INCLUDE (xp) WHERE (NOT is_hidden);

create table pin_token (
  digest bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint pin_token_pkey PRIMARY KEY (digest),
  constraint pin_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX pin_token_expires_at ON public.pin_token USING btree (expires_at);
CREATE INDEX pin_token_user ON public.pin_token USING btree (user_id);

create table project_file (
  id uuid not null,
  user_id uuid not null,
  submission_id uuid,
  "position" integer not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  created_at timestamp with time zone not null,
  constraint project_file_pkey PRIMARY KEY (id),
  constraint project_file_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES project_submission(id) ON DELETE SET NULL,
  constraint project_file_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint project_file_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX project_file_of_submission ON public.project_file USING btree (submission_id, "position");
CREATE INDEX project_file_unattached ON public.project_file USING btree (created_at) WHERE (submission_id IS NULL);

create table project_submission (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  attempt integer,
  status text not null,
  assessment_status text,
  submission_type text,
  repository_url text,
  url text,
  notes text default ''::text not null,
  project jsonb,
  assessment jsonb,
  claim_id uuid,
  claimed_until timestamp with time zone,
  claim_count integer default 0 not null,
  assessment_retry_at timestamp with time zone,
  review_cause text,
  review_requested_at timestamp with time zone,
  appeal_reason text,
  appealed_at timestamp with time zone,
  reviewer_id uuid,
  review_decision text,
  review_reason text,
  reviewed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint project_submission_user_id_course_id_attempt_key UNIQUE (user_id, course_id, attempt),
  constraint project_submission_pkey PRIMARY KEY (id),
  constraint project_submission_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id),
  constraint project_submission_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES user_account(id),
  constraint project_submission_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint project_submission_assessment_status_check CHECK ((assessment_status = ANY (ARRAY['PENDING'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'FAILED'::text]))),
  constraint project_submission_attempt_check CHECK ((attempt >= 1)),
  constraint project_submission_check CHECK (((status = 'DRAFT'::text) = (attempt IS NULL))),
  constraint project_submission_check1 CHECK (((status = 'DRAFT'::text) = (project IS NULL))),
  constraint project_submission_check2 CHECK (((status = 'DRAFT'::text) = (assessment_status IS NULL))),
  constraint project_submission_check3 CHECK (((status = 'DRAFT'::text) = (submitted_at IS NULL))),
  constraint project_submission_check4 CHECK (((review_cause IS NULL) = (review_requested_at IS NULL))),
  constraint project_submission_review_cause_check CHECK ((review_cause = ANY (ARRAY['APPEAL'::text, 'ASSESSMENT_FAILED'::text, 'SUSPICIOUS'::text]))),
  constraint project_submission_review_decision_check CHECK ((review_decision = ANY (ARRAY['PASSED'::text, 'NEEDS_REVISION'::text]))),
  constraint project_submission_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'UNDER_REVIEW'::text, 'PASSED'::text, 'NEEDS_REVISION'::text]))),
  constraint project_submission_submission_type_check CHECK ((submission_type = ANY (ARRAY['GITHUB_REPO'::text, 'FILE_UPLOAD'::text, 'TEXT'::text, 'WEBSITE_URL'::text, 'GOOGLE_DRIVE_URL'::text, 'VIDEO_URL'::text])))
);
CREATE INDEX project_submission_assessment_due ON public.project_submission USING btree (submitted_at) WHERE (assessment_status = ANY (ARRAY['PENDING'::text, 'IN_PROGRESS'::text]));
CREATE INDEX project_submission_review_queue ON public.project_submission USING btree (review_requested_at, id) WHERE ((status = 'UNDER_REVIEW'::text) AND (review_cause IS NOT NULL));
CREATE UNIQUE INDEX project_submission_one_draft ON public.project_submission USING btree (user_id, course_id) WHERE (status = 'DRAFT'::text);
CREATE UNIQUE INDEX project_submission_one_open ON public.project_submission USING btree (user_id, course_id) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'UNDER_REVIEW'::text]));
CREATE UNIQUE INDEX project_submission_one_passed ON public.project_submission USING btree (user_id, course_id) WHERE (status = 'PASSED'::text);

create table promotion (
  id uuid not null,
  key text,
  kind text not null,
  title text not null,
  subtitle text,
  body_text text,
  image_url text,
  cta_text text,
  cta_action text not null,
  cta_payload jsonb not null,
  priority integer not null,
  dismissible boolean not null,
  countries text[] not null,
  languages text[] not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  is_enabled boolean not null,
  new_user_days integer,
  for_subscribers boolean,
  min_level integer,
  max_level integer,
  cap_times integer,
  cap_hours integer,
  reshow_after_hours integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint promotion_key_key UNIQUE (key),
  constraint promotion_pkey PRIMARY KEY (id),
  constraint promotion_cap_times_check CHECK ((cap_times > 0)),
  constraint promotion_check CHECK ((max_level >= COALESCE(min_level, 1))),
  constraint promotion_check1 CHECK (((cap_hours IS NULL) OR ((cap_hours > 0) AND (cap_times IS NOT NULL)))),
  constraint promotion_check2 CHECK ((ends_at > starts_at)),
  constraint promotion_kind_check CHECK ((kind = ANY (ARRAY['POPUP'::text, 'BANNER'::text]))),
  constraint promotion_min_level_check CHECK ((min_level > 0)),
  constraint promotion_new_user_days_check CHECK ((new_user_days > 0)),
  constraint promotion_reshow_after_hours_check CHECK ((reshow_after_hours > 0))
);
CREATE INDEX promotion_enabled ON public.promotion USING btree (ends_at) WHERE is_enabled;
CREATE INDEX promotion_newest ON public.promotion USING btree (created_at DESC, id DESC);

create table promotion_daily_stat (
  promotion_id uuid not null,
  day date not null,
  country text not null,
  shard smallint not null,
  impressions bigint default 0 not null,
  reach bigint default 0 not null,
  clicks bigint default 0 not null,
  clickers bigint default 0 not null,
  dismissals bigint default 0 not null,
  constraint promotion_daily_stat_pkey PRIMARY KEY (promotion_id, day, country, shard)
) with (fillfactor=70);

create table promotion_user_state (
  user_id uuid not null,
  promotion_id uuid not null,
  times_shown integer default 0 not null,
  cap_window_started_at timestamp with time zone,
  impressions integer default 0 not null,
  last_impression_at timestamp with time zone,
  clicks integer default 0 not null,
  dismissed_at timestamp with time zone,
  constraint promotion_user_state_pkey PRIMARY KEY (user_id, promotion_id),
  constraint promotion_user_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint promotion_user_state_clicks_check CHECK ((clicks >= 0)),
  constraint promotion_user_state_impressions_check CHECK ((impressions >= 0)),
  constraint promotion_user_state_times_shown_check CHECK ((times_shown >= 0))
) with (fillfactor=80);
CREATE INDEX promotion_user_state_promotion ON public.promotion_user_state USING btree (promotion_id);

create table question (
  id uuid not null,
  key text not null,
  topic_id uuid,
  use text not null,
  difficulty text not null,
  prompt text not null,
  options text[] not null,
  correct_index integer not null,
  explanation text not null,
  archived_at timestamp with time zone,
  is_draft boolean default false not null,
  constraint question_key_key UNIQUE (key),
  constraint question_pkey PRIMARY KEY (id),
  constraint question_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topic(id),
  constraint question_check CHECK (((correct_index >= 0) AND (correct_index < cardinality(options)))),
  constraint question_check1 CHECK (((NOT is_draft) OR (archived_at IS NOT NULL))),
  constraint question_difficulty_check CHECK ((difficulty = ANY (ARRAY['EASY'::text, 'MEDIUM'::text, 'HARD'::text]))),
  constraint question_options_check CHECK (((cardinality(options) >= 2) AND (cardinality(options) <= 8))),
  constraint question_topic_check CHECK (((topic_id IS NOT NULL) OR (use = 'RESERVED'::text))),
  constraint question_use_check CHECK ((use = ANY (ARRAY['PRACTICE'::text, 'CHALLENGE'::text, 'RESERVED'::text])))
);
CREATE INDEX question_pool ON public.question USING btree (topic_id, use, difficulty) WHERE (archived_at IS NULL);

create table rate_limit (
  bucket text not null,
  arrival bigint not null,
  constraint rate_limit_pkey PRIMARY KEY (bucket)
) with (fillfactor=70);

create table recovery_code (
  user_id uuid not null,
  digest bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, digest),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);

create table referral_code (
  user_id uuid not null,
  code text not null,
  created_at timestamp with time zone not null,
  invited_count integer default 0 not null,
  bonus_count integer default 0 not null,
  last_bonus_on date,
  bonus_count_on_day integer default 0 not null,
  gems_earned bigint default 0 not null,
  xp_earned bigint default 0 not null,
  constraint referral_code_code_key UNIQUE (code),
  constraint referral_code_pkey PRIMARY KEY (user_id),
  constraint referral_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint referral_code_bonus_count_check CHECK ((bonus_count >= 0)),
  constraint referral_code_bonus_count_on_day_check CHECK ((bonus_count_on_day >= 0)),
  constraint referral_code_code_check CHECK ((code ~ '^[2-9A-HJ-NP-Z]{8}$'::text)),
  constraint referral_code_invited_count_check CHECK ((invited_count >= 0))
);

create table referral_member (
  user_id uuid not null,
  joined_at timestamp with time zone not null,
  device_digest bytea,
  address_digest bytea,
  inviter_id uuid,
  invited_at timestamp with time zone,
  first_course_at timestamp with time zone,
  last_lesson_at timestamp with time zone,
  bonus text,
  constraint referral_member_pkey PRIMARY KEY (user_id),
  constraint referral_member_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES user_account(id),
  constraint referral_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint referral_member_bonus_check CHECK ((bonus = ANY (ARRAY['PAID'::text, 'DAILY_CAP'::text, 'TOTAL_CAP'::text, 'INVITER_INACTIVE'::text]))),
  constraint referral_member_check CHECK ((inviter_id <> user_id)),
  constraint referral_member_check1 CHECK (((inviter_id IS NULL) = (invited_at IS NULL))),
  constraint referral_member_check2 CHECK (((bonus IS NULL) OR ((inviter_id IS NOT NULL) AND (first_course_at IS NOT NULL))))
) with (fillfactor=80);
CREATE INDEX referral_member_active ON public.referral_member USING btree (inviter_id, last_lesson_at) WHERE (inviter_id IS NOT NULL);
CREATE INDEX referral_member_inviter ON public.referral_member USING btree (inviter_id, user_id DESC) WHERE (inviter_id IS NOT NULL);

create table referral_origin (
  origin_digest bytea not null,
  uses integer default 0 not null,
  cap_window_started_at timestamp with time zone not null,
  constraint referral_origin_pkey PRIMARY KEY (origin_digest),
  constraint referral_origin_uses_check CHECK ((uses >= 0))
);

create table referral_rejection (
  user_id uuid not null,
  inviter_id uuid not null,
  reason text not null,
  attempts integer default 1 not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint referral_rejection_pkey PRIMARY KEY (user_id, inviter_id, reason),
  constraint referral_rejection_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES user_account(id),
  constraint referral_rejection_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint referral_rejection_reason_check CHECK ((reason = ANY (ARRAY['SELF'::text, 'CYCLE'::text, 'SAME_DEVICE'::text, 'SAME_ADDRESS'::text])))
);

create table refresh_token (
  digest bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint refresh_token_pkey PRIMARY KEY (digest),
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_expires_at ON public.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);

create table roadmap (
  user_id uuid not null,
  career_goal text not null,
  status text not null,
  foundation_paths jsonb default '[]'::jsonb not null,
  specialization_paths jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone not null,
  request_id uuid,
  ranked_by text default 'matcher'::text not null,
  constraint roadmap_pkey PRIMARY KEY (user_id),
  constraint roadmap_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint roadmap_status_check CHECK ((status = ANY (ARRAY['generating'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX roadmap_generating ON public.roadmap USING btree (created_at) WHERE (status = 'generating'::text);

create table sandbox_payment (
  id uuid not null,
  reference text not null,
  kind text not null,
  currency text not null,
  amount text not null,
  received text,
  state text not null,
  outcome text not null,
  webhook_url text,
  return_url text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sandbox_payment_reference_key UNIQUE (reference),
  constraint sandbox_payment_pkey PRIMARY KEY (id),
  constraint sandbox_payment_kind_check CHECK ((kind = ANY (ARRAY['COLLECTION'::text, 'PAYOUT'::text])))
);

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table session (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  user_agent text,
  address text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX session_expires_at ON public.session USING btree (expires_at) WHERE (revoked_at IS NULL);
CREATE INDEX session_of_user ON public.session USING btree (user_id, created_at DESC);
CREATE INDEX session_revoked ON public.session USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

create table settlement_batch (
  id uuid not null,
  asset text not null,
  direction text not null,
  status text default 'OPEN'::text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  transaction_hash text,
  block_number bigint,
  failure text,
  constraint settlement_batch_pkey PRIMARY KEY (id),
  constraint settlement_batch_asset_check CHECK ((asset = ANY (ARRAY['XP'::text, 'GEM'::text]))),
  constraint settlement_batch_check CHECK (((status = 'CONFIRMED'::text) = (transaction_hash IS NOT NULL))),
  constraint settlement_batch_check1 CHECK (((status = 'OPEN'::text) = (ended_at IS NULL))),
  constraint settlement_batch_direction_check CHECK ((direction = ANY (ARRAY['MINT'::text, 'BURN'::text]))),
  constraint settlement_batch_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'CONFIRMED'::text, 'FAILED'::text])))
);
CREATE INDEX settlement_batch_open ON public.settlement_batch USING btree (created_at) WHERE (status = 'OPEN'::text);
CREATE UNIQUE INDEX settlement_batch_transaction_hash ON public.settlement_batch USING btree (transaction_hash);

create table settlement_cursor (
  is_singleton boolean default true not null,
  cluster bigint not null,
  transaction_number bigint not null,
  constraint settlement_cursor_pkey PRIMARY KEY (is_singleton),
  constraint settlement_cursor_is_singleton_check CHECK (is_singleton)
);

create table settlement_due (
  asset text not null,
  user_id uuid not null,
  constraint settlement_due_pkey PRIMARY KEY (asset, user_id),
  constraint settlement_due_asset_check CHECK ((asset = ANY (ARRAY['XP'::text, 'GEM'::text])))
);

create table settlement_line (
  batch_id uuid not null,
  user_id uuid not null,
  amount bigint not null,
  balance bigint not null,
  last_transfer_id uuid not null,
  constraint settlement_line_pkey PRIMARY KEY (batch_id, user_id),
  constraint settlement_line_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES settlement_batch(id),
  constraint settlement_line_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint settlement_line_amount_check CHECK ((amount > 0)),
  constraint settlement_line_balance_check CHECK ((balance >= 0))
);
CREATE INDEX settlement_line_user ON public.settlement_line USING btree (user_id, batch_id);

create table settlement_position (
  user_id uuid not null,
  asset text not null,
  settled bigint not null,
  open_batch_id uuid,
  failures integer default 0 not null,
  retry_at timestamp with time zone,
  constraint settlement_position_pkey PRIMARY KEY (user_id, asset),
  constraint settlement_position_open_batch_id_fkey FOREIGN KEY (open_batch_id) REFERENCES settlement_batch(id),
  constraint settlement_position_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint settlement_position_asset_check CHECK ((asset = ANY (ARRAY['XP'::text, 'GEM'::text]))),
  constraint settlement_position_settled_check CHECK ((settled >= 0))
) with (fillfactor=80);
CREATE INDEX settlement_position_open ON public.settlement_position USING btree (open_batch_id) WHERE (open_batch_id IS NOT NULL);

create table signing_key (
  key_id text not null,
  sealed_key bytea not null,
  created_at timestamp with time zone not null,
  active_from timestamp with time zone not null,
  constraint signing_key_pkey PRIMARY KEY (key_id)
);

create table social_identity (
  provider text not null,
  subject text not null,
  user_id uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  constraint social_identity_pkey PRIMARY KEY (provider, subject),
  constraint social_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint social_identity_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text])))
);
CREATE INDEX social_identity_user ON public.social_identity USING btree (user_id);

create table streak (
  user_id uuid not null,
  current_days integer default 0 not null,
  longest_days integer default 0 not null,
  started_on date,
  last_day date,
  last_at timestamp with time zone,
  last_time_zone text,
  freezes integer default 0 not null,
  constraint streak_pkey PRIMARY KEY (user_id),
  constraint streak_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint streak_check CHECK ((longest_days >= current_days)),
  constraint streak_current_days_check CHECK ((current_days >= 0)),
  constraint streak_freezes_check CHECK (((freezes >= 0) AND (freezes <= 2)))
) with (fillfactor=80);
CREATE INDEX streak_by_time_zone ON public.streak USING btree (last_time_zone, last_day, user_id) WHERE (current_days > 0);

create table streak_day (
  user_id uuid not null,
  day date not null,
  status text not null,
  constraint streak_day_pkey PRIMARY KEY (user_id, day),
  constraint streak_day_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint streak_day_status_check CHECK ((status = ANY (ARRAY['DONE'::text, 'FROZEN'::text])))
);

create table streak_reminder (
  zone text not null,
  day date not null,
  constraint streak_reminder_pkey PRIMARY KEY (zone, day)
);

create table subscription (
  subscriber text not null,
  purchase text not null,
  product_id text,
  store text,
  period_type text,
  entitlement_ids text[] not null,
  purchased_at timestamp with time zone,
  expires_at timestamp with time zone,
  grace_ends_at timestamp with time zone,
  will_renew boolean not null,
  billing_issue_at timestamp with time zone,
  pauses_at_end boolean not null,
  auto_resume_at timestamp with time zone,
  cancel_reason text,
  expiration_reason text,
  constraint subscription_pkey PRIMARY KEY (subscriber, purchase)
);

create table subscription_event (
  id text not null,
  subscriber text not null,
  purchase text not null,
  type text not null,
  at_ms bigint not null,
  details jsonb not null,
  constraint subscription_event_pkey PRIMARY KEY (id)
);
CREATE INDEX subscription_event_purchase ON public.subscription_event USING btree (subscriber, purchase);

create table subscription_transfer (
  id text not null,
  at_ms bigint not null,
  from_subscribers text[] not null,
  to_subscriber text not null,
  constraint subscription_transfer_pkey PRIMARY KEY (id)
);
CREATE INDEX subscription_transfer_from ON public.subscription_transfer USING gin (from_subscribers);

create table token_reservation (
  user_id uuid not null,
  reserved bigint default 0 not null,
  release_count bigint default 0 not null,
  constraint token_reservation_pkey PRIMARY KEY (user_id),
  constraint token_reservation_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint token_reservation_reserved_check CHECK ((reserved >= 0))
) with (fillfactor=70);

create table topic (
  id uuid not null,
  key text not null,
  title text not null,
  constraint topic_key_key UNIQUE (key),
  constraint topic_pkey PRIMARY KEY (id)
);

create table two_factor (
  user_id uuid not null,
  sealed_secret bytea not null,
  last_used_time_step bigint default 0 not null,
  created_at timestamp with time zone not null,
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);

create table user_account (
  id uuid not null,
  email text not null,
  username text not null,
  role text default 'USER'::text not null,
  country text,
  bio text,
  language text default 'en'::text not null,
  time_zone text default 'UTC'::text not null,
  avatar_key text,
  password_hash text,
  email_verified_at timestamp with time zone,
  two_factor_enabled_at timestamp with time zone,
  suspended_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint user_account_pkey PRIMARY KEY (id),
  constraint user_account_bio_check CHECK ((length(bio) <= 500)),
  constraint user_account_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint user_account_email_check CHECK ((length(email) <= 254)),
  constraint user_account_role_check CHECK ((role = ANY (ARRAY['USER'::text, 'CREATOR'::text, 'SUPPORT'::text, 'ADMIN'::text]))),
  constraint user_account_username_check CHECK (((length(username) >= 3) AND (length(username) <= 40)))
);
CREATE INDEX user_account_search ON public.user_account USING gin (lower(((username || ' '::text) || email)) gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX user_account_staff ON public.user_account USING btree (id DESC) WHERE ((role <> 'USER'::text) AND (deleted_at IS NULL));
CREATE INDEX user_account_suspended ON public.user_account USING btree (id DESC) WHERE ((suspended_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX user_account_email ON public.user_account USING btree (lower(email));
CREATE UNIQUE INDEX user_account_username ON public.user_account USING btree (lower(username));

create table wallet (
  user_id uuid not null,
  address text not null,
  owner_address text not null,
  sealed_key bytea not null,
  sealed_data_key bytea not null,
  created_at timestamp with time zone not null,
  off_ramp_blocked_until timestamp with time zone,
  constraint wallet_pkey PRIMARY KEY (user_id),
  constraint wallet_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint wallet_address_check CHECK ((address ~ '^0x[0-9a-fA-F]{40}$'::text)),
  constraint wallet_owner_address_check CHECK ((owner_address ~ '^0x[0-9a-fA-F]{40}$'::text))
);
CREATE UNIQUE INDEX wallet_address ON public.wallet USING btree (lower(address));

create table wallet_pin (
  user_id uuid not null,
  pin_hash text not null,
  failed_attempts integer default 0 not null,
  locked_until timestamp with time zone,
  set_at timestamp with time zone not null,
  off_ramp_blocked_until timestamp with time zone,
  constraint wallet_pin_pkey PRIMARY KEY (user_id),
  constraint wallet_pin_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint wallet_pin_failed_attempts_check CHECK (((failed_attempts >= 0) AND (failed_attempts <= 10)))
) with (fillfactor=80);

create table webhook_event (
  id uuid not null,
  source text not null,
  event_id text not null,
  body bytea,
  body_digest bytea not null,
  received_at timestamp with time zone not null,
  state text default 'PENDING'::text not null,
  outcome_note text,
  attempts smallint default 0 not null,
  next_attempt_at timestamp with time zone not null,
  match_key text,
  user_id uuid,
  processed_at timestamp with time zone,
  constraint webhook_event_source_event_id_key UNIQUE (source, event_id),
  constraint webhook_event_pkey PRIMARY KEY (id),
  constraint webhook_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint webhook_event_check CHECK (((match_key IS NOT NULL) = (state = 'UNMATCHED'::text))),
  constraint webhook_event_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPLIED'::text, 'IGNORED'::text, 'UNMATCHED'::text, 'DEAD'::text])))
);
CREATE INDEX webhook_event_dead ON public.webhook_event USING btree (id) WHERE (state = 'DEAD'::text);
CREATE INDEX webhook_event_due ON public.webhook_event USING btree (next_attempt_at) WHERE (state = 'PENDING'::text);
CREATE INDEX webhook_event_processed ON public.webhook_event USING btree (processed_at) WHERE ((body IS NOT NULL) AND (processed_at IS NOT NULL));
CREATE INDEX webhook_event_unmatched ON public.webhook_event USING btree (match_key) WHERE (state = 'UNMATCHED'::text);
CREATE INDEX webhook_event_user ON public.webhook_event USING btree (user_id) WHERE (user_id IS NOT NULL);

create view badge_definition_row as
 SELECT badge_type AS type,
    "position",
    origin,
    status,
    name,
    description,
    rule_kind AS "ruleKind",
    required_progress AS "requiredProgress",
    picture_key AS "pictureKey",
    version,
    created_at AS "createdAt",
    updated_at AS "updatedAt"
   FROM badge_definition;

create view certificate_row as
 SELECT id,
    user_id AS "userId",
    course_id AS "courseId",
    number,
    student_name AS "studentName",
    course_title AS "courseTitle",
    course_description AS "courseDescription",
    issued_at AS "issuedAt",
    status,
    metadata_cid AS "metadataCid",
    owner_address AS "ownerAddress",
    chain_cid AS "chainCid",
    token_id AS "tokenId",
    transaction_hash AS "transactionHash",
    revoked_at AS "revokedAt",
    revocation_reason AS "revocationReason",
    revoked_on_chain_at AS "revokedOnChainAt",
    pending_step AS "pendingStep",
    failed_attempts AS "failedAttempts",
    status_index AS "statusIndex"
   FROM certificate;

create view payment_order_row as
 SELECT id,
    user_id AS "userId",
    quote_id AS "quoteId",
    direction,
    status,
    provider,
    fiat_currency AS "fiatCurrency",
    fiat_amount AS "fiatAmount",
    asset,
    token_amount AS "tokenAmount",
    rate,
    fee,
    method,
    recipient,
    provider_order_id AS "providerOrderId",
    payment_url AS "paymentUrl",
    account_details AS "accountDetails",
    received_amount AS "receivedAmount",
    tokens_collected_at AS "tokensCollectedAt",
    transaction_hash AS "transactionHash",
    poll_attempts AS "pollAttempts",
    request_outstanding_until AS "requestOutstandingUntil",
    review_note AS "reviewNote",
    created_at AS "createdAt",
    updated_at AS "updatedAt",
    expires_at AS "expiresAt"
   FROM payment_order;

CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_reject_change();

CREATE TRIGGER audit_entry_personal_append_only BEFORE UPDATE OR TRUNCATE ON public.audit_entry_personal FOR EACH STATEMENT EXECUTE FUNCTION audit_reject_change();

CREATE TRIGGER audit_entry_personal_stays BEFORE DELETE ON public.audit_entry_personal FOR EACH ROW EXECUTE FUNCTION audit_reject_personal_delete();

CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();

CREATE TRIGGER ledger_entry_update_balances AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger_update_balances();

CREATE TRIGGER ledger_transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();

CREATE TRIGGER notification_count_delete AFTER DELETE ON public.notification REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION notification_update_count();

CREATE TRIGGER notification_count_insert AFTER INSERT ON public.notification REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION notification_update_count();

CREATE TRIGGER notification_count_update AFTER UPDATE ON public.notification REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION notification_update_count();

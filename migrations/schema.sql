-- What all migrations together make. Written by `bun scripts/schema.ts --write`; do not edit.

create extension pg_trgm;

create extension unaccent;

CREATE OR REPLACE FUNCTION public.leaderboard_position(wanted_period text, wanted_start date, wanted_user uuid)
 RETURNS TABLE(members integer, first_award_at timestamp with time zone, xp bigint, reached_at timestamp with time zone, rank integer)
 LANGUAGE sql
 STABLE
AS $function$
  select (coalesce(board.members, 0) + moved.came - moved.went)::integer,
    least(board.first_award_at, moved.first_at), score.xp, score.reached_at,
    case when not score.is_hidden then (coalesce(milestone.ahead, 0) + moved.shift + between_them.members + 1)::integer end
  from (values (0)) always
  left join leaderboard_board board on board.period = wanted_period and board.starts_on = wanted_start
  left join period_score score
    on score.user_id = wanted_user and score.period = wanted_period and score.starts_on = wanted_start
  left join lateral (
    select m.xp, m.reached_at, m.user_id, m.ahead from leaderboard_milestone m
    where m.period = wanted_period and m.starts_on = wanted_start
      and (-m.xp, m.reached_at, m.user_id) <= (-score.xp, score.reached_at, score.user_id)
    order by -m.xp desc, m.reached_at desc, m.user_id desc limit 1
  ) milestone on true
  cross join lateral (
    select count(came_xp) as came, count(left_xp) as went, min(came_at) as first_at,
      count(*) filter (where (-came_xp, came_at, user_id) < (-milestone.xp, milestone.reached_at, milestone.user_id))
      - count(*) filter (where (-left_xp, left_at, user_id) < (-milestone.xp, milestone.reached_at, milestone.user_id)) as shift
    from score_move where period = wanted_period and starts_on = wanted_start
  ) moved
  cross join lateral (
    select count(*) as members from period_score other
    where other.period = wanted_period and other.starts_on = wanted_start and not other.is_hidden
      and (-other.xp, other.reached_at, other.user_id) < (-score.xp, score.reached_at, score.user_id)
      and (-other.xp, other.reached_at, other.user_id) >= (coalesce(-milestone.xp, -9223372036854775807),
        coalesce(milestone.reached_at, '-infinity'), coalesce(milestone.user_id, '00000000-0000-0000-0000-000000000000'))
  ) between_them
$function$;

CREATE OR REPLACE FUNCTION public.ledger_keep_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change record;
begin
  if exists (select from fresh group by transfer_id, asset having sum(amount) <> 0) then
    raise exception 'the legs of a transfer must sum to zero in every asset' using errcode = '23514',
      constraint = 'ledger_entry_sums_to_zero';
  end if;
  -- One account after the other, in one order for all, so that opposite transfers do not wait for each other in a
  -- circle. What takes away is an update: an upsert would check the bare loss against the rule of the balance.
  for change in
    select account, asset, sum(amount)::bigint as amount from fresh where account !~ '^house:'
    group by account, asset
    order by account, asset
  loop
    if change.amount < 0 then
      update ledger_balance as held set balance = held.balance + change.amount
      where held.account = change.account and held.asset = change.asset;
      if not found then
        raise exception '% has no % to give', change.account, change.asset using errcode = '23514',
          table = 'ledger_balance', constraint = 'ledger_balance_balance_check';
      end if;
    else
      insert into ledger_balance as held (account, asset, balance)
      values (change.account, change.asset, change.amount)
      on conflict (account, asset) do update set balance = held.balance + excluded.balance;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_post(transfer_id uuid, source text, reason text, at timestamp with time zone, legs jsonb, OUT posted boolean, OUT balances jsonb)
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
    select ledger_post.transfer_id, leg.line, leg.account, leg.asset, leg.amount, ledger_post.at
    from rows from (jsonb_to_recordset(legs) as (account text, asset text, amount bigint))
      with ordinality as leg (account, asset, amount, line);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('account', held.account, 'asset', held.asset, 'balance', held.balance::text)), '[]')
  into balances
  from ledger_balance as held
  -- An array, because the planner thinks a set of legs large and would read all balances.
  where held.account = any (array(select leg.account from jsonb_to_recordset(legs) as leg (account text)));
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only: post a transfer that sets it right' using errcode = '55000';
end $function$;

create table badge_mark (
  user_id uuid not null,
  badge_type text not null,
  mark text not null,
  constraint badge_mark_pkey PRIMARY KEY (user_id, badge_type, mark),
  constraint badge_mark_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);

create table badge_progress (
  user_id uuid not null,
  badge_type text not null,
  current_progress integer default 0 not null,
  completed_at timestamp with time zone,
  token_id text,
  contract_address text,
  minted_at timestamp with time zone,
  constraint badge_progress_pkey PRIMARY KEY (user_id, badge_type),
  constraint badge_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint badge_progress_current_progress_check CHECK ((current_progress >= 0))
) with (fillfactor=80);

create table catalogue_version (
  only_row boolean default true not null,
  version bigint not null,
  constraint catalogue_version_pkey PRIMARY KEY (only_row),
  constraint catalogue_version_only_row_check CHECK (only_row)
);

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
  constraint course_key_key UNIQUE (key),
  constraint course_pkey PRIMARY KEY (id),
  constraint course_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topic(id),
  constraint course_bonus_gems_check CHECK ((bonus_gems >= 0)),
  constraint course_bonus_xp_check CHECK ((bonus_xp >= 0)),
  constraint course_level_check CHECK ((level = ANY (ARRAY['BEGINNER'::text, 'INTERMEDIATE'::text, 'ADVANCED'::text])))
);

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
  sealed_answer bytea,
  locked_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint idempotency_record_pkey PRIMARY KEY (scope, route, key_digest)
);
CREATE INDEX idempotency_record_created_at ON public.idempotency_record USING btree (created_at);

create table leaderboard_absence (
  user_id uuid not null,
  reason text not null,
  since timestamp with time zone not null,
  constraint leaderboard_absence_pkey PRIMARY KEY (user_id, reason),
  constraint leaderboard_absence_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint leaderboard_absence_reason_check CHECK ((reason = ANY (ARRAY['OPTED_OUT'::text, 'SUSPENDED'::text, 'DELETED'::text])))
);

create table leaderboard_board (
  period text not null,
  starts_on date not null,
  members bigint default 0 not null,
  first_award_at timestamp with time zone,
  constraint leaderboard_board_pkey PRIMARY KEY (period, starts_on),
  constraint leaderboard_board_members_check CHECK ((members >= 0))
);

create table leaderboard_milestone (
  period text not null,
  starts_on date not null,
  xp bigint not null,
  reached_at timestamp with time zone not null,
  user_id uuid not null,
  ahead bigint not null,
  constraint leaderboard_milestone_ahead_check CHECK ((ahead >= 0))
) with (fillfactor=50);
CREATE UNIQUE INDEX leaderboard_milestone_order ON public.leaderboard_milestone USING btree (period, starts_on, ((- xp)), reached_at, user_id);

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
  constraint learning_path_key_key UNIQUE (key),
  constraint learning_path_pkey PRIMARY KEY (id),
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
  constraint ledger_entry_pkey PRIMARY KEY (transfer_id, line),
  constraint ledger_entry_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfer(id),
  constraint ledger_entry_account_check CHECK ((account ~ '^(user|house|contest|battle|order):[a-z0-9-]+$'::text)),
  constraint ledger_entry_amount_check CHECK ((amount <> 0)),
  constraint ledger_entry_asset_check CHECK ((asset = ANY (ARRAY['XP'::text, 'GEM'::text, 'USDT'::text])))
);
CREATE INDEX ledger_entry_account ON public.ledger_entry USING btree (account, transfer_id DESC);

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
  constraint lesson_course_id_key_key UNIQUE (course_id, key),
  constraint lesson_pkey PRIMARY KEY (id),
  constraint lesson_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id),
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

create table one_time_code (
  purpose text not null,
  subject text not null,
  code_digest bytea not null,
  expires_at timestamp with time zone not null,
  attempts integer default 0 not null,
  used_at timestamp with time zone,
  sent_at timestamp with time zone not null,
  day_started_at timestamp with time zone not null,
  sent_in_day integer default 1 not null,
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
  last_fault text,
  constraint outgoing_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_mail_owed ON public.outgoing_mail USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX outgoing_mail_recipient ON public.outgoing_mail USING btree (lower(recipient), created_at DESC);

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

create table promotion_audience (
  user_id uuid not null,
  promotion_id uuid not null,
  shown integer default 0 not null,
  window_started_at timestamp with time zone,
  impressions integer default 0 not null,
  last_impression_at timestamp with time zone,
  clicks integer default 0 not null,
  dismissed_at timestamp with time zone,
  constraint promotion_audience_pkey PRIMARY KEY (user_id, promotion_id),
  constraint promotion_audience_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint promotion_audience_clicks_check CHECK ((clicks >= 0)),
  constraint promotion_audience_impressions_check CHECK ((impressions >= 0)),
  constraint promotion_audience_shown_check CHECK ((shown >= 0))
) with (fillfactor=80);

create table promotion_tally (
  promotion_id uuid not null,
  day date not null,
  country text not null,
  portion smallint not null,
  impressions bigint default 0 not null,
  reach bigint default 0 not null,
  clicks bigint default 0 not null,
  clickers bigint default 0 not null,
  dismissals bigint default 0 not null,
  constraint promotion_tally_pkey PRIMARY KEY (promotion_id, day, country, portion)
) with (fillfactor=70);

create table question (
  id uuid not null,
  key text not null,
  topic_id uuid not null,
  use text not null,
  difficulty text not null,
  prompt text not null,
  options text[] not null,
  correct_index integer not null,
  explanation text not null,
  archived_at timestamp with time zone,
  constraint question_key_key UNIQUE (key),
  constraint question_pkey PRIMARY KEY (id),
  constraint question_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topic(id),
  constraint question_check CHECK (((correct_index >= 0) AND (correct_index < cardinality(options)))),
  constraint question_difficulty_check CHECK ((difficulty = ANY (ARRAY['EASY'::text, 'MEDIUM'::text, 'HARD'::text]))),
  constraint question_options_check CHECK (((cardinality(options) >= 2) AND (cardinality(options) <= 8))),
  constraint question_use_check CHECK ((use = ANY (ARRAY['PRACTICE'::text, 'CHALLENGE'::text])))
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
  invited integer default 0 not null,
  rewarded integer default 0 not null,
  rewarded_on date,
  rewarded_in_day integer default 0 not null,
  gems_earned bigint default 0 not null,
  xp_earned bigint default 0 not null,
  constraint referral_code_code_key UNIQUE (code),
  constraint referral_code_pkey PRIMARY KEY (user_id),
  constraint referral_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint referral_code_code_check CHECK ((code ~ '^[2-9A-HJ-NP-Z]{8}$'::text)),
  constraint referral_code_invited_check CHECK ((invited >= 0)),
  constraint referral_code_rewarded_check CHECK ((rewarded >= 0)),
  constraint referral_code_rewarded_in_day_check CHECK ((rewarded_in_day >= 0))
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
  constraint referral_member_bonus_check CHECK ((bonus = ANY (ARRAY['PAID'::text, 'DAILY_CAP'::text, 'TOTAL_CAP'::text, 'INVITER_GONE'::text]))),
  constraint referral_member_check CHECK ((inviter_id <> user_id)),
  constraint referral_member_check1 CHECK (((inviter_id IS NULL) = (invited_at IS NULL))),
  constraint referral_member_check2 CHECK (((bonus IS NULL) OR ((inviter_id IS NOT NULL) AND (first_course_at IS NOT NULL))))
) with (fillfactor=80);
CREATE INDEX referral_member_active ON public.referral_member USING btree (inviter_id, last_lesson_at) WHERE (inviter_id IS NOT NULL);
CREATE INDEX referral_member_inviter ON public.referral_member USING btree (inviter_id, user_id DESC) WHERE (inviter_id IS NOT NULL);

create table referral_refusal (
  user_id uuid not null,
  inviter_id uuid not null,
  reason text not null,
  times integer default 1 not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint referral_refusal_pkey PRIMARY KEY (user_id, inviter_id, reason),
  constraint referral_refusal_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES user_account(id),
  constraint referral_refusal_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint referral_refusal_reason_check CHECK ((reason = ANY (ARRAY['SELF'::text, 'CYCLE'::text, 'SAME_DEVICE'::text, 'SAME_ADDRESS'::text])))
);

create table referral_sign (
  sign bytea not null,
  uses integer default 0 not null,
  window_started_at timestamp with time zone not null,
  constraint referral_sign_pkey PRIMARY KEY (sign),
  constraint referral_sign_uses_check CHECK ((uses >= 0))
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
  constraint roadmap_pkey PRIMARY KEY (user_id),
  constraint roadmap_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint roadmap_status_check CHECK ((status = ANY (ARRAY['generating'::text, 'completed'::text, 'failed'::text])))
);

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table score_move (
  period text not null,
  starts_on date not null,
  id bigint generated always as identity not null,
  user_id uuid not null,
  left_xp bigint,
  left_at timestamp with time zone,
  came_xp bigint,
  came_at timestamp with time zone,
  constraint score_move_pkey PRIMARY KEY (period, starts_on, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

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
CREATE INDEX session_of_user ON public.session USING btree (user_id, created_at DESC) WHERE (revoked_at IS NULL);
CREATE INDEX session_revoked ON public.session USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

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
  last_zone text,
  freezes integer default 0 not null,
  constraint streak_pkey PRIMARY KEY (user_id),
  constraint streak_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint streak_check CHECK ((longest_days >= current_days)),
  constraint streak_current_days_check CHECK ((current_days >= 0)),
  constraint streak_freezes_check CHECK (((freezes >= 0) AND (freezes <= 2)))
) with (fillfactor=80);

create table streak_day (
  user_id uuid not null,
  day date not null,
  kind text not null,
  constraint streak_day_pkey PRIMARY KEY (user_id, day),
  constraint streak_day_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  constraint streak_day_kind_check CHECK ((kind = ANY (ARRAY['DONE'::text, 'FROZEN'::text])))
);

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
  last_step bigint default 0 not null,
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
CREATE UNIQUE INDEX user_account_email ON public.user_account USING btree (lower(email));
CREATE UNIQUE INDEX user_account_username ON public.user_account USING btree (lower(username));

CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TRIGGER ledger_entry_keep_books AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger_keep_books();

CREATE TRIGGER ledger_transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

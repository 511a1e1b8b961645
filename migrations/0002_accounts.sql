-- Accounts and one-time codes.

-- Users. A deleted account keeps its row; `deleted_at` is set.
create table user_account (
  id                    uuid primary key,
  email                 text not null check (length(email) <= 254),
  username              text not null check (length(username) between 3 and 40),
  role                  text not null default 'USER' check (role in ('USER', 'CREATOR', 'SUPPORT', 'MODERATOR', 'ADMIN')),
  country               text check (country ~ '^[A-Z]{2}$'),
  bio                   text check (length(bio) <= 500),
  language              text not null default 'en',
  time_zone             text not null default 'UTC',
  avatar_key            text,
  -- The user agreed to a profile page that anybody can read.
  is_profile_public     boolean not null default false,
  -- XP that the user wants to earn each day; null until chosen.
  daily_target_xp       integer check (daily_target_xp between 10 and 1000),
  password_hash         text,
  email_verified_at     timestamptz,
  two_factor_enabled_at timestamptz,
  suspended_at          timestamptz,
  deleted_at            timestamptz,
  created_at            timestamptz not null
);
create unique index user_account_email on user_account (lower(email));
create unique index user_account_username on user_account (lower(username));
-- Administrators search for a part of the username or the e-mail address.
create index user_account_search on user_account using gin (lower(username || ' ' || email) gin_trgm_ops)
  where deleted_at is null;
-- Administrators list staff and suspended users, who are few.
create index user_account_staff on user_account (id desc) where role <> 'USER' and deleted_at is null;
create index user_account_suspended on user_account (id desc) where suspended_at is not null and deleted_at is null;

-- The latest code for a purpose and a subject (a user id or an e-mail address in lower case). A new code replaces it,
-- but not the counters of the send window.
create table one_time_code (
  purpose                  text not null,
  subject                  text not null,
  code_digest              bytea not null,
  expires_at               timestamptz not null,
  attempts                 integer not null default 0,
  used_at                  timestamptz,
  sent_at                  timestamptz not null,
  send_window_started_at   timestamptz not null,
  sends_in_window          integer not null default 1,
  -- A digest of the network that requested the code. Attempts from other networks have their own counter.
  requester_network_digest bytea,
  attempts_other_networks  integer not null default 0,
  primary key (purpose, subject)
);
create index one_time_code_expires_at on one_time_code (expires_at);

-- Links in mails that undo a change of credentials, each once and for a day. Only the digest of the token is stored.
create table undo_link (
  digest     bytea primary key,
  user_id    uuid not null references user_account,
  change     text not null check (change in ('two_factor_enabled', 'two_factor_disabled', 'wallet_pin_set')),
  -- What undoing the change needs, such as the sealed secret of the second factor that was turned off.
  state      jsonb,
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index undo_link_user on undo_link (user_id);
create index undo_link_expires_at on undo_link (expires_at);

-- Accounts, sessions and sign-in.

create table user_account (
  id                    uuid primary key,
  email                 text not null check (length(email) <= 254),
  username              text not null check (length(username) between 3 and 40),
  role                  text not null default 'USER' check (role in ('USER', 'CREATOR', 'SUPPORT', 'ADMIN')),
  country               text check (country ~ '^[A-Z]{2}$'),
  bio                   text check (length(bio) <= 500),
  language              text not null default 'en',
  time_zone             text not null default 'UTC',
  avatar_key            text,
  password_hash         text,
  email_verified_at     timestamptz,
  two_factor_enabled_at timestamptz,
  suspended_at          timestamptz,
  deleted_at            timestamptz,
  created_at            timestamptz not null
);
create unique index user_account_email on user_account (lower(email));
create unique index user_account_username on user_account (lower(username));

-- One sign-in on one device. Its refresh tokens are deleted with it.
create table session (
  id             uuid primary key,
  user_id        uuid not null references user_account,
  created_at     timestamptz not null,
  last_used_at   timestamptz not null,
  expires_at     timestamptz not null,
  revoked_at     timestamptz,
  revoked_reason text,
  user_agent     text,
  address        text
);
create index session_of_user on session (user_id, created_at desc) where revoked_at is null;
create index session_revoked on session (revoked_at) where revoked_at is not null;

-- Only the digest is stored. A used token that is sent again was copied.
create table refresh_token (
  digest     bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_expires_at on refresh_token (expires_at);

-- The latest code for a purpose and a subject (a user id or an e-mail address in lower case). A new code replaces it,
-- but not the counters of the send window.
create table one_time_code (
  purpose                text not null,
  subject                text not null,
  code_digest            bytea not null,
  expires_at             timestamptz not null,
  attempts               integer not null default 0,
  used_at                timestamptz,
  sent_at                timestamptz not null,
  send_window_started_at timestamptz not null,
  sends_in_window        integer not null default 1,
  primary key (purpose, subject)
);
create index one_time_code_expires_at on one_time_code (expires_at);

create table two_factor (
  user_id             uuid primary key references user_account,
  sealed_secret       bytea not null,
  -- The time step of the last accepted code: each code can be used once.
  last_used_time_step bigint not null default 0,
  created_at          timestamptz not null
);

create table recovery_code (
  user_id uuid not null references user_account,
  digest  bytea not null,
  used_at timestamptz,
  primary key (user_id, digest)
);

create table social_identity (
  provider   text not null check (provider in ('google', 'apple')),
  subject    text not null,
  user_id    uuid not null references user_account,
  email      text not null,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index social_identity_user on social_identity (user_id);

-- Keys that sign access tokens if no key file is configured. The private key is sealed.
create table signing_key (
  key_id      text primary key,
  sealed_key  bytea not null,
  created_at  timestamptz not null,
  active_from timestamptz not null
);

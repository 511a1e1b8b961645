-- Two-factor authentication and social sign-in.

-- The TOTP secret of a user.
create table two_factor (
  user_id             uuid primary key references user_account,
  sealed_secret       bytea not null,
  -- The time step of the last accepted code: each code can be used once.
  last_used_time_step bigint not null default 0,
  created_at          timestamptz not null
);

-- Codes that replace the second factor, each once.
create table recovery_code (
  user_id uuid not null references user_account,
  digest  bytea not null,
  used_at timestamptz,
  primary key (user_id, digest)
);

-- Accounts at Google or Apple that sign in a user.
create table social_identity (
  provider   text not null check (provider in ('google', 'apple')),
  subject    text not null,
  user_id    uuid not null references user_account,
  email      text not null,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index social_identity_user on social_identity (user_id);

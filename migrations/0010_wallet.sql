-- Wallets: an address for every user, addresses that they bring along, and the PIN before what is sensitive.

-- The PIN, as argon2id over a digest with a key that is not in here. Tries are counted before they are compared, and
-- only a right one, or a reset, sets them back.
create table wallet_pin (
  user_id                uuid primary key references user_account,
  pin_hash               text not null,
  wrong_in_a_row         integer not null default 0 check (wrong_in_a_row between 0 and 10),
  locked_until           timestamptz,
  set_at                 timestamptz not null,
  off_ramp_blocked_until timestamptz
) with (fillfactor = 80);

-- What a right PIN opens for a few minutes: one operation, in one session. Only the digest is kept.
create table pin_token (
  digest     bytea primary key,
  user_id    uuid not null references user_account,
  session_id uuid not null,
  expires_at timestamptz not null
);
create index pin_token_user on pin_token (user_id);
create index pin_token_expires_at on pin_token (expires_at);

-- Until when nothing is paid out after the account has come into other hands: the PIN of before, which would have said so,
-- is gone with whoever set it.
alter table wallet add column off_ramp_blocked_until timestamptz;

-- Every sign-in reads the networks of earlier sessions, including revoked ones.
drop index session_of_user;
create index session_of_user on session (user_id, created_at desc);

-- In which session a device was registered: when that ends, whoever holds the device is told nothing any more.
alter table device_token add column session_id uuid;
create index device_token_of_session on device_token (session_id) where session_id is not null;

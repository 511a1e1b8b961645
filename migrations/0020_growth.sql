-- What is deleted when it is old is found by an index, a few rows at a time.
create index outgoing_mail_created_at on outgoing_mail (created_at);
create index session_expires_at on session (expires_at) where revoked_at is null;
create index battle_daily_xp_day on battle_daily_xp (day);
create index promotion_user_state_promotion on promotion_user_state (promotion_id);

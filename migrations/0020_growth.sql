-- What is deleted when it is old is found by an index, a few rows at a time.
create index outgoing_mail_created_at on outgoing_mail (created_at);
create index session_expires_at on session (expires_at) where revoked_at is null;
create index battle_xp_day_day on battle_xp_day (day);
create index promotion_audience_promotion on promotion_audience (promotion_id);

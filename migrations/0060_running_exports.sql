-- One export of a user runs at a time on all servers. Null while none runs.
alter table user_account add column export_started_at timestamptz;

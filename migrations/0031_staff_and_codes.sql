-- Administrators filter by staff and by suspended users, which are few among many.
create index user_account_staff on user_account (id desc) where role <> 'USER' and deleted_at is null;
create index user_account_suspended on user_account (id desc) where suspended_at is not null and deleted_at is null;

-- The network that requested the code, as a digest, and a separate counter of attempts from other networks.
alter table one_time_code add column requester_network_digest bytea;
alter table one_time_code add column attempts_other_networks integer not null default 0;

-- Those who run the service look for each other, and for whom they have suspended: few among very many.
create index user_account_staff on user_account (id desc) where role <> 'USER' and deleted_at is null;
create index user_account_suspended on user_account (id desc) where suspended_at is not null and deleted_at is null;

-- From where a code was asked for, as a digest; and the wrong tries that came from anywhere else, which leave the others good.
alter table one_time_code add column requester_network_digest bytea;
alter table one_time_code add column attempts_other_networks integer not null default 0;

-- Grants of gems and XP by administrators, and their approval.

-- What administrators granted, or asked to grant. A grant above the limit waits for the approval of another administrator. Rows
-- are not deleted: what was granted counts for a day, also if its account is deleted.
create table staff_grant (
  id              uuid primary key,
  admin_id        uuid not null references user_account,
  user_id         uuid not null references user_account,
  asset           text not null check (asset in ('GEM', 'XP')),
  amount          bigint not null check (amount > 0),
  -- DIRECT: paid without approval. A pending request expires by its time alone.
  status          text not null check (status in ('DIRECT', 'PENDING', 'APPROVED', 'REJECTED')),
  -- The texts are erased with the account of the user.
  reason          text,
  created_at      timestamptz not null,
  expires_at      timestamptz,
  decided_by      uuid references user_account,
  decided_at      timestamptz,
  decision_reason text,
  check ((status = 'DIRECT') = (expires_at is null)),
  check ((status in ('APPROVED', 'REJECTED')) = (decided_at is not null))
);
create index staff_grant_direct on staff_grant (admin_id, created_at) where status = 'DIRECT';
create index staff_grant_of_status on staff_grant (status, id desc) where status <> 'DIRECT';
create index staff_grant_of_user on staff_grant (user_id);

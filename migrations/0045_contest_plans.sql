-- Contests of authors: whose they are, and the plans from which they are published.

-- The author may change, cancel and evaluate the contest. Null: a contest of the operator, or the account was deleted.
alter table contest add column author_id uuid;
create index contest_of_author on contest (author_id, starts_at desc) where author_id is not null;
-- Contests of before belong to the member of staff who created them.
update contest set author_id = actor_id
from audit_entry join user_account on user_account.id = actor_id and deleted_at is null
where action = 'contest.created' and subject_kind = 'contest' and subject_id = contest.id::text;
-- Why the contest was cancelled, for its author and for staff. Participants do not see it.
alter table contest add column cancel_note text check (length(cancel_note) between 1 and 500);

-- A contest that an author prepares. Published, it creates one contest, or one each week.
create table contest_plan (
  id             uuid primary key,
  owner_id       uuid not null references user_account,
  version        integer not null default 1,
  status         text not null default 'DRAFT' check (status in ('DRAFT', 'RUNNING', 'DONE', 'STOPPED')),
  -- Texts, times, prizes and the ids of the pool, as the author saved them. They may be incomplete.
  terms          jsonb not null,
  -- Runs that are created or were left out.
  runs_done      smallint not null default 0 check (runs_done >= 0),
  -- The start of the next run, and when a job creates it.
  next_starts_at timestamptz,
  due_at         timestamptz,
  -- Why the last run was not created.
  problem        text,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  check ((status = 'RUNNING') = (next_starts_at is not null)),
  check ((status = 'RUNNING') = (due_at is not null))
);
create index contest_plan_of_owner on contest_plan (owner_id, updated_at desc);
create index contest_plan_due on contest_plan (due_at) where due_at is not null;

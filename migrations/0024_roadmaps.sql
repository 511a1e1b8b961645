-- The learning paths that match the career goal of a user.
create table roadmap (
  user_id              uuid primary key references user_account,
  career_goal          text not null,
  status               text not null check (status in ('generating', 'completed', 'failed')),
  foundation_paths     jsonb not null default '[]',
  specialization_paths jsonb not null default '[]',
  created_at           timestamptz not null,
  -- The request that a reranking job belongs to. A newer goal may replace the roadmap before the job runs.
  request_id           uuid,
  ranked_by            text not null default 'matcher'
);
create index roadmap_generating on roadmap (created_at) where status = 'generating';

-- The oldest that is not on the chain, for whoever watches over it. Neither table gets a column into an index that was in
-- none: rows are updated in place as before.
create index certificate_unminted on certificate (issued_at) where token_id is null;
create index badge_progress_unminted on badge_progress (completed_at) where completed_at is not null and minted_at is null;

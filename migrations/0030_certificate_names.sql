-- The names on certificates.

-- The name that all certificates of a user carry, bound by the first claim.
create table certificate_name (
  user_id      uuid primary key references user_account,
  student_name text not null check (length(student_name) between 2 and 80),
  bound_at     timestamptz not null,
  -- The last change by the user. Corrections by staff do not count.
  changed_at   timestamptz
);

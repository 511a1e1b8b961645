-- The roles that must use two-factor sign-in. Null leaves the setting to the environment of the process.
alter table runtime_settings
  -- ["ADMIN", "SUPPORT", …]
  add column two_factor_roles jsonb check (jsonb_typeof(two_factor_roles) = 'array');

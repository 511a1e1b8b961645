-- The logo of the site, in place of the owl. Its files are `site/<id>.webp` and `site/<id>.png`.
alter table site_settings add column logo_id uuid;

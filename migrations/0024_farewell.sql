-- What somebody is told may name somebody else. Whom, and by which name, is kept beside the words, so that the name goes
-- from everybody's inbox when its owner goes.
alter table notification
  add column about_user_id uuid references user_account,
  add column about_name    text,
  add check ((about_user_id is null) = (about_name is null));
create index notification_about on notification (about_user_id) where about_user_id is not null;

-- The letter that says goodbye is deleted when it is sent.
alter table outgoing_mail add column is_last boolean not null default false;

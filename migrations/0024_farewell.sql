-- What somebody is told may name somebody else. Whom, and by which name, is kept beside the words, so that the name goes
-- from everybody's inbox when its owner goes.
alter table notification
  add column mentioned_user_id uuid references user_account,
  add column mentioned_name    text,
  add check ((mentioned_user_id is null) = (mentioned_name is null));
create index notification_mentioned on notification (mentioned_user_id) where mentioned_user_id is not null;

-- The letter that says goodbye is deleted when it is sent.
alter table outgoing_mail add column delete_after_sending boolean not null default false;

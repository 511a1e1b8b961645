-- Media: the pictures, audio and captions that authors upload, and where they are used.

-- The row is inserted before its files are stored, and deleted after them. `UPLOADING` rows are not visible, but count
-- towards the quota of their author, as `STORED` rows do. The files of a `DELETED` row, and of an upload that never ended,
-- are deleted by a job.
create table medium (
  id               uuid primary key,
  owner_id         uuid not null references user_account,
  status           text not null check (status in ('UPLOADING', 'STORED', 'DELETED')),
  kind             text not null check (kind in ('PICTURE', 'AUDIO', 'CAPTIONS')),
  -- The name of the uploaded file, for display.
  name             text not null check (name <> ''),
  -- What a picture shows, for those who do not see it. Null if the picture is only decoration.
  alt              text check (char_length(alt) between 1 and 300),
  is_decorative    boolean not null default false,
  -- SHA-256 of the uploaded file: the same file of the same author is the same medium.
  digest           bytea not null check (length(digest) = 32),
  -- Of all stored files together.
  size_bytes       bigint not null check (size_bytes > 0),
  -- Of the picture, in pixels, after its orientation was applied.
  width            integer check (width > 0),
  height           integer check (height > 0),
  -- The colour that fills the area of a picture until it is loaded, as #rrggbb.
  placeholder      text check (placeholder ~ '^#[0-9a-f]{6}$'),
  -- Of audio; null if the file does not say it.
  duration_seconds double precision check (duration_seconds >= 0),
  -- The stored files, the smallest first: name, content type, size, and of pictures width and height.
  files            jsonb not null check (jsonb_array_length(files) > 0),
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  check ((kind = 'PICTURE') = (width is not null and height is not null and placeholder is not null)),
  check (case when kind = 'PICTURE' then (alt is null) = is_decorative else alt is null and not is_decorative end)
);
create unique index medium_once_per_owner on medium (owner_id, digest) where status = 'STORED';
create index medium_library on medium (owner_id, created_at desc, id desc) where status = 'STORED';
-- For the quota.
create index medium_quota on medium (owner_id) include (size_bytes) where status <> 'DELETED';
create index medium_to_delete on medium (created_at) where status <> 'STORED';

-- Where a medium is used. Triggers write it with the content, whoever writes that.
create table medium_use (
  medium_id  uuid not null references medium on delete cascade,
  kind       text not null check (kind in ('COURSE', 'COURSE_COVER', 'LESSON', 'PATH', 'PATH_COVER', 'QUESTION')),
  -- The id of the course, lesson, path or question.
  subject_id uuid not null,
  -- The course of a lesson.
  course_id  uuid,
  -- The slide of a lesson, from 1; otherwise 0.
  slide      integer not null default 0,
  primary key (medium_id, kind, subject_id, slide)
);
create index medium_use_of_subject on medium_use (subject_id);

-- The ids of the media whose files a text refers to.
create function media_in(content text) returns setof uuid language sql immutable parallel safe as $$
  select distinct found[1]::uuid
  from regexp_matches(content,
    '/files/library/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') as found
$$;

-- Replaces the uses of one subject. `uses` has rows of kind, medium and slide. The lock keeps a medium from being
-- deleted until this transaction has ended; a medium that does not exist has no use.
create function medium_use_replace(subject uuid, course uuid, uses jsonb) returns void language plpgsql as $$
begin
  delete from medium_use where subject_id = subject;
  if jsonb_array_length(uses) = 0 then
    return;
  end if;
  perform from medium where id in (select medium from jsonb_to_recordset(uses) as use (medium uuid)) order by id for key share;
  insert into medium_use (medium_id, kind, subject_id, course_id, slide)
  select distinct medium.id, use.kind, subject, course, use.slide
  from jsonb_to_recordset(uses) as use (kind text, medium uuid, slide integer)
  join medium on medium.id = use.medium and medium.status = 'STORED';
end $$;

create function medium_use_of_lesson() returns trigger language plpgsql as $$
begin
  perform medium_use_replace(new.id, new.course_id, (
    select coalesce(jsonb_agg(jsonb_build_object('kind', 'LESSON', 'medium', medium, 'slide', number)), '[]')
    from (
      select * from jsonb_array_elements(new.slides) with ordinality
      union all
      select * from jsonb_array_elements(new.edited -> 'slides') with ordinality
    ) as slide (content, number), media_in(content::text) as medium));
  return null;
end $$;
create trigger lesson_media_inserted after insert on lesson
  for each row when (new.slides::text like '%/files/library/%') execute function medium_use_of_lesson();
create trigger lesson_media_updated after update of slides, edited on lesson
  for each row when ((new.slides, new.edited) is distinct from (old.slides, old.edited)
    and (all_slides(new)::text like '%/files/library/%' or all_slides(old)::text like '%/files/library/%'))
  execute function medium_use_of_lesson();

alter table course add column cover_medium_id uuid references medium;
alter table learning_path add column cover_medium_id uuid references medium;

create function medium_use_of_course() returns trigger language plpgsql as $$
begin
  perform medium_use_replace(new.id, null, (
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'medium', medium, 'slide', 0)), '[]')
    from (
      select 'COURSE_COVER', new.cover_medium_id where new.cover_medium_id is not null
      union all
      select 'COURSE', medium from media_in(concat_ws(' ', new.description, new.project, new.project_draft, new.edited)) as medium
    ) as use (kind, medium)));
  return null;
end $$;
create trigger course_media_inserted after insert on course
  for each row execute function medium_use_of_course();
create trigger course_media_updated after update of cover_medium_id, description, project, project_draft, edited on course
  for each row when ((new.cover_medium_id, new.description, new.project, new.project_draft, new.edited)
    is distinct from (old.cover_medium_id, old.description, old.project, old.project_draft, old.edited))
  execute function medium_use_of_course();

create function medium_use_of_path() returns trigger language plpgsql as $$
begin
  perform medium_use_replace(new.id, null, (
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'medium', medium, 'slide', 0)), '[]')
    from (
      select 'PATH_COVER', new.cover_medium_id where new.cover_medium_id is not null
      union all
      select 'PATH', medium from media_in(new.description) as medium
    ) as use (kind, medium)));
  return null;
end $$;
create trigger learning_path_media_inserted after insert on learning_path
  for each row execute function medium_use_of_path();
create trigger learning_path_media_updated after update of cover_medium_id, description on learning_path
  for each row when ((new.cover_medium_id, new.description) is distinct from (old.cover_medium_id, old.description))
  execute function medium_use_of_path();

-- All texts of a question that may refer to a medium.
create function question_texts(question question) returns text language sql stable parallel safe as $$
  select concat_ws(' ', question.prompt, question.options, question.content, question.explanation, question.hint,
    question.option_feedback, question.edited - 'html')
$$;

create function medium_use_of_question() returns trigger language plpgsql as $$
begin
  perform medium_use_replace(new.id, null, (
    select coalesce(jsonb_agg(jsonb_build_object('kind', 'QUESTION', 'medium', medium, 'slide', 0)), '[]')
    from media_in(question_texts(new)) as medium));
  return null;
end $$;
create trigger question_media_inserted after insert on question
  for each row when (question_texts(new) like '%/files/library/%') execute function medium_use_of_question();
create trigger question_media_updated after update of prompt, options, content, explanation, hint, option_feedback, edited
  on question
  for each row when (question_texts(new) like '%/files/library/%' or question_texts(old) like '%/files/library/%')
  execute function medium_use_of_question();

-- The cover of a course or path as responses show it.
create function medium_cover(cover uuid) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('alt', coalesce(alt, ''), 'width', width, 'height', height, 'placeholder', placeholder,
    'files', files)
  from medium where id = cover and status = 'STORED'
$$;

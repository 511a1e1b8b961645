-- The accent colour of a learning path. A new path gets the one that the fewest paths have, so that paths beside each other
-- differ. Rows of the same statement count too: a trigger of each row sees those before it.
alter table learning_path add column accent text;

update learning_path set accent = (array['violet', 'blue', 'teal', 'rose', 'orange', 'green'])[1 + (place - 1) % 6]
from (select id as path_id, row_number() over (order by position, key) as place from learning_path) as placed
where id = path_id;

alter table learning_path alter column accent set not null,
  add constraint learning_path_accent_check check (accent in ('violet', 'blue', 'teal', 'rose', 'orange', 'green'));

create function learning_path_accent() returns trigger language plpgsql as $$
begin
  if new.accent is null then
    select name into new.accent
    from unnest(array['violet', 'blue', 'teal', 'rose', 'orange', 'green']) with ordinality as choice (name, place)
    order by (select count(*) from learning_path where accent = name), place limit 1;
  end if;
  return new;
end $$;

create trigger learning_path_accent before insert on learning_path
  for each row execute function learning_path_accent();

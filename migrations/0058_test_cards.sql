-- The questions of a submitted course test become review cards.
alter table review_card drop constraint review_card_source_check,
  add constraint review_card_source_check check (source in ('LESSON', 'TEST', 'CONTEST', 'BATTLE')) not valid;
alter table review_card validate constraint review_card_source_check;
alter table review_log drop constraint review_log_source_check,
  add constraint review_log_source_check check (source in ('LESSON', 'TEST', 'CONTEST', 'REVIEW')) not valid;
alter table review_log validate constraint review_log_source_check;

-- The list of battles for staff: those of a user, and those that did not end with the last question. Ids contain their time.
create index battle_entry_rooms on battle_entry (user_id, room_id desc) where room_id is not null;
create index battle_room_unusual on battle_room (reason, id desc) where reason in ('FORFEIT', 'ABANDONED', 'CANCELLED');

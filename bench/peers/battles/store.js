import { jwtVerify } from 'jose'
import pg from 'pg'

/**
 * What a peer that keeps its promises does besides sending frames: it checks the token of each player, stores a battle
 * before its players hear of it and every answer before it is acknowledged, and pays at the end in one transaction. One
 * prepared statement for each step, one connection pool, as a careful team would write it.
 */
const SCHEMA = `
  create schema if not exists peer;
  create table if not exists peer.player (id uuid primary key, rating integer not null default 1200, xp bigint not null default 0);
  create table if not exists peer.battle (
    id uuid primary key, players uuid[] not null, scores integer[], created_at timestamptz not null, ended_at timestamptz);
  create table if not exists peer.answer (
    battle_id uuid not null references peer.battle, seat smallint not null, round smallint not null,
    option smallint not null, points integer not null, answered_at timestamptz not null,
    primary key (battle_id, seat, round));
  create table if not exists peer.ledger_entry (
    id bigint generated always as identity primary key, player_id uuid not null references peer.player,
    battle_id uuid not null references peer.battle, xp integer not null, created_at timestamptz not null)`

export async function openStore(databaseUrl, secret) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  await pool.query(SCHEMA)
  const key = new TextEncoder().encode(secret)
  return {
    /** The id of the player. Throws if the token is not valid. */
    async verify(token) {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
      return payload.sub
    },

    createBattle: (id, players) =>
      pool.query({
        name: 'create',
        text: `with player as (
            insert into peer.player (id) select unnest($2::uuid[]) on conflict (id) do nothing
          ) insert into peer.battle (id, players, created_at) values ($1, $2, now())`,
        values: [id, players],
      }),

    storeAnswer: (id, seat, round, option, points) =>
      pool.query({
        name: 'answer',
        text: 'insert into peer.answer values ($1, $2, $3, $4, $5, now()) on conflict do nothing',
        values: [id, seat, round, option, points],
      }),

    settle: (id, scores) => {
      const change = Math.sign(scores[0] - scores[1]) * 16
      return pool.query({
        name: 'settle',
        text: `with ended as (
            update peer.battle set scores = $2, ended_at = now() where id = $1 and ended_at is null returning players
          ), paid as (
            select players[seat] as player_id, case when seat = 1 then $3::integer else -$3::integer end as change
            from ended, generate_series(1, 2) seat
          ), entry as (
            insert into peer.ledger_entry (player_id, battle_id, xp, created_at)
            select player_id, $1, case when change > 0 then 20 else 5 end, now() from paid
          )
          update peer.player set rating = rating + change, xp = xp + case when change > 0 then 20 else 5 end
          from paid where id = player_id`,
        values: [id, scores, change],
      })
    },
  }
}

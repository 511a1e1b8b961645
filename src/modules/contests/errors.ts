import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  contest_not_found: { kind: 'not_found', message: 'This contest does not exist.' },
  already_joined: { kind: 'conflict', message: 'You have already joined this contest. Nothing was charged.' },
  not_joined: { kind: 'forbidden', message: 'You have not joined this contest. Join it first.' },
  room_code_invalid: {
    kind: 'forbidden',
    message: 'This contest is private. Send its 6-character roomCode.',
  },
  contest_not_live: { kind: 'conflict', message: 'This contest is not live. See startsAt and endsAt.' },
  contest_ended: { kind: 'conflict', message: 'The time is over. This contest accepts no more submissions.' },
  contest_cancelled: {
    kind: 'conflict',
    message: 'This contest was cancelled. Entry fees are refunded.',
  },
  not_started: {
    kind: 'conflict',
    message: 'You have not started this contest. Start it to see the questions.',
  },
  already_submitted: {
    kind: 'conflict',
    message: 'You have already submitted your answers. The first submission counts.',
  },
  contest_not_settled: {
    kind: 'conflict',
    message: 'The correct answers are shown after the contest is settled.',
  },
  answers_known: {
    kind: 'forbidden',
    message: 'You wrote this contest or have seen its answers, so you cannot join it.',
  },
  answers_hidden: {
    kind: 'conflict',
    message: 'You take part in this contest. Its answers are hidden from you until it is decided.',
  },
  house_prize_too_short: {
    kind: 'unprocessable',
    message:
      'A contest with a pool from the platform must be open for at least an hour. Set a later end, or prizePoolGems to 0.',
  },
  too_many_subscriptions: {
    kind: 'conflict',
    message: 'This connection watches the maximum number of contests. Unsubscribe from one first.',
  },
  contest_under_way: {
    kind: 'conflict',
    message:
      'The contest has participants or has started. Only texts, a larger pool and a later end can be changed.',
  },
})

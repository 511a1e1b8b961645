import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  contest_not_found: { kind: 'not_found', message: 'There is no such contest.' },
  already_joined: { kind: 'conflict', message: 'You have joined this contest already. Nothing was charged.' },
  not_joined: { kind: 'forbidden', message: 'You have not joined this contest. Join it first.' },
  room_code_invalid: {
    kind: 'forbidden',
    message: 'This contest is private. Send the 6-character roomCode that you were given.',
  },
  contest_not_live: { kind: 'conflict', message: 'This contest is not live. Look at startsAt and endsAt.' },
  contest_ended: { kind: 'conflict', message: 'Time is over: this contest takes nothing more from you.' },
  contest_cancelled: {
    kind: 'conflict',
    message: 'This contest was called off. Fees go back to those who paid them.',
  },
  not_started: { kind: 'conflict', message: 'You have not started. Start first to see the questions.' },
  already_submitted: {
    kind: 'conflict',
    message: 'You have submitted your answers already. The first ones count.',
  },
  contest_not_settled: {
    kind: 'conflict',
    message: 'Right answers are shown when the contest is settled. Come back after its end.',
  },
  too_many_subscriptions: {
    kind: 'conflict',
    message: 'You watch as many contests as one socket may. Unsubscribe from one first.',
  },
  contest_under_way: {
    kind: 'conflict',
    message: 'Somebody has joined or it has begun: only words, a larger pool and a later end are possible.',
  },
})

import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  unknown_topic: {
    kind: 'unprocessable',
    message: 'This topic does not exist or has too few questions. See GET /quiz-battles/topics.',
  },
  nothing_to_ask: {
    kind: 'conflict',
    message: 'There are not enough questions for a battle yet. Import a content pack first.',
  },
  room_not_found: { kind: 'not_found', message: 'You have no battle with this id.' },
  room_full: { kind: 'conflict', message: 'This room already has two players.' },
  own_room: { kind: 'conflict', message: 'This is your own room. Send the code to a friend.' },
  code_expired: { kind: 'gone', message: 'This room is closed. Ask for a new code.' },
  not_in_battle: { kind: 'conflict', message: 'You are not in a battle. Join the queue, or send a roomId.' },
  battle_begun: { kind: 'conflict', message: 'The battle has started. Leave it with battle.forfeit.' },
  rematch_closed: {
    kind: 'conflict',
    message: 'A rematch is not possible: the battle ended too long ago, or the opponent was a bot.',
  },
  battle_elsewhere: {
    kind: 'conflict',
    message: 'You opened this battle on another device or page. It continues there.',
  },
})

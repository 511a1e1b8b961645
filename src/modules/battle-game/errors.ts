import { z } from '@hono/zod-openapi'
import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  already_in_battle: {
    kind: 'conflict',
    message: 'You are in a battle already. Finish or leave it first.',
    extraFields: { roomId: z.uuid().nullable().openapi({ description: 'The battle, when it has a room.' }) },
  },
  ticket_not_queued: {
    kind: 'conflict',
    message: 'This ticket does not wait any more, so it cannot be cancelled.',
    extraFields: { status: z.string().openapi({ description: 'Where the ticket stands.' }) },
  },
  unknown_topic: {
    kind: 'unprocessable',
    message: 'There is no such topic to battle in. See GET /quiz-battles/topics.',
  },
  nothing_to_ask: {
    kind: 'conflict',
    message: 'There are not enough questions for a battle yet. Import a content pack first.',
  },
  room_not_found: { kind: 'not_found', message: 'There is no such battle of yours.' },
  room_full: { kind: 'conflict', message: 'Two are in this room already.' },
  own_room: { kind: 'conflict', message: 'This room is yours: send the code to a friend.' },
  code_expired: { kind: 'gone', message: 'This room has closed. Ask for a new code.' },
  not_in_battle: { kind: 'conflict', message: 'You are in no battle. Join the queue, or name the room.' },
  battle_not_started: { kind: 'conflict', message: 'The battle has not begun.' },
  battle_begun: { kind: 'conflict', message: 'The battle has begun. Give it up with battle.forfeit.' },
  battle_over: { kind: 'conflict', message: 'The battle is over.' },
  wrong_question: { kind: 'conflict', message: 'This is not the question that is being asked.' },
  already_answered: {
    kind: 'conflict',
    message: 'You have answered this question. The first answer counts.',
  },
  answer_too_late: { kind: 'conflict', message: 'The time of this question is over.' },
  option_out_of_range: { kind: 'invalid', message: 'The question has no such option.' },
  rematch_closed: {
    kind: 'conflict',
    message: 'There is no rematch of this battle: it was too long ago, or it was against a bot.',
  },
  battle_elsewhere: {
    kind: 'conflict',
    message: 'You have opened this battle on another device or page, which plays on.',
  },
})

import type { Notice } from '../notification.ts'
import type { TemplateName } from '../templates/message-template.ts'
import type { HeardFacts } from './heard-facts.ts'

type Player = HeardFacts['battles.battle_finished']['players'][number]

/** Practice against a bot is nothing to be told of. */
export function battleFinished({ roomId, reason, players }: HeardFacts['battles.battle_finished']): Notice[] {
  return players.flatMap((player) =>
    player.opponentId === null
      ? []
      : {
          userId: player.userId,
          type: 'BATTLE_RESULT',
          template: reason === 'CANCELLED' ? 'BATTLE_CANCELLED' : templateFor(player),
          values: { gems: player.gemsDelta },
          mentions: { userId: player.opponentId, as: 'opponent' },
          link: `battles/${roomId}`,
        },
  )
}

function templateFor({ result, gemsDelta }: Player): TemplateName {
  if (result === 'DRAW') return 'BATTLE_DRAWN'
  if (result === 'LOSS') return 'BATTLE_LOST'
  return gemsDelta > 0 ? 'BATTLE_WON_GEMS' : 'BATTLE_WON'
}

import type { battleFinished } from '../../../events/battles.ts'
import type { EventData } from '../../../platform/transaction/define-event.ts'
import type { Notice } from '../notification.ts'
import type { TemplateName } from '../templates/message-template.ts'

type Player = EventData<typeof battleFinished>['players'][number]

/** Players against a bot get no notice. */
export function battleNotices({ roomId, reason, players }: EventData<typeof battleFinished>): Notice[] {
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

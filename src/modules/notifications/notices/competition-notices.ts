import type { battleFinished } from '../../../events/battles.ts'
import type { contestCancelled, contestResult, contestStarting } from '../../../events/contests.ts'
import type { leagueRisen } from '../../../events/leaderboards.ts'
import type { EventData } from '../../../platform/transaction/define-event.ts'
import type { Notice } from '../notification.ts'
import type { TemplateName } from '../templates/en.ts'

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

export function leagueNotices({ startsOn, division, userIds }: EventData<typeof leagueRisen>): Notice[] {
  const template = `LEAGUE_RISEN_${division}` as const
  const dedupKey = `league:${startsOn}`
  return userIds.map((userId) => ({
    userId,
    type: 'LEAGUE_RESULT',
    template,
    values: {},
    link: 'leaderboard',
    dedupKey,
  }))
}

export function contestStartingNotices(data: EventData<typeof contestStarting>): Notice[] {
  const { contestId, title: contest } = data
  const time = new Date(data.startsAt)
  const type = 'CONTEST_STARTING'
  return data.userIds.map((userId) => ({
    userId,
    type,
    template: type,
    values: { contest, time },
    link: `contests/${contestId}`,
    // One notice per start time: a postponed start is announced again.
    dedupKey: `contest-starting:${contestId}:${data.startsAt}`,
    expiresAt: time,
  }))
}

/** A participant without a submission has no rank and gets no notice. */
export function contestResultNotices(data: EventData<typeof contestResult>): Notice[] {
  const { userId, contestId, title: contest, rank, prizeGems: gems } = data
  if (rank === null) return []
  const template = gems > 0 ? 'CONTEST_PRIZE' : 'CONTEST_RESULT'
  const values = { contest, rank, gems }
  return [{ userId, type: 'CONTEST_RESULT', template, values, link: `contests/${contestId}/leaderboard` }]
}

export function contestCancelledNotices(data: EventData<typeof contestCancelled>): Notice[] {
  const { contestId, title: contest, refundedGems: gems } = data
  return data.userIds.map((userId) => ({
    userId,
    type: 'CONTEST_RESULT',
    template: gems > 0 ? 'CONTEST_REFUNDED' : 'CONTEST_CANCELLED',
    values: { contest, gems },
    link: `contests/${contestId}`,
    dedupKey: `contest-cancelled:${contestId}`,
  }))
}

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { refreshUser } from '../../ui/api/refresh-user.ts'
import { Owl } from '../../ui/brand/owl.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { callOnce } from '../call-once.ts'
import { EntryFault } from '../play/entry-fault.tsx'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/play/join/$code')

type Joined = Answer<'POST /quiz-battles/rooms/{roomCode}/join'>['data']

/** The link of a friend. A stake is shown and confirmed before the battle; declining returns it. */
export default function JoinBattle() {
  const { t } = useScreenText()
  const { code } = route.useParams()
  const navigate = useNavigate()
  const [joined, setJoined] = useState<Joined>()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const play = (roomId: string) =>
    navigate({ to: '/play/battle/$roomId', params: { roomId }, search: {}, replace: true })
  const attempt = async (work: () => Promise<unknown>) => {
    setPending(true)
    setFault(undefined)
    await work().catch(setFault)
    setPending(false)
  }
  const join = () =>
    attempt(async () => {
      const { data } = await callOnce('POST /quiz-battles/rooms/{roomCode}/join', {
        path: { roomCode: code },
      })
      if (data.stakeAmount === 0) return play(data.roomId)
      setJoined(data)
      void refreshUser()
    })
  const decline = () =>
    attempt(async () => {
      await lyceum.call('DELETE /quiz-battles/rooms/{roomCode}', { path: { roomCode: code } })
      void refreshUser()
      await navigate({ to: '/play' })
    })

  return (
    <div className="mx-auto flex max-w-md animate-rise flex-col items-center py-10 text-center">
      {joined ? (
        <Avatar name={joined.opponent.username} url={joined.opponent.avatarUrl} size={104} />
      ) : (
        <Owl mood="glad" size={120} />
      )}
      <h1 className="mt-5 text-[27px] [overflow-wrap:anywhere]">
        {joined ? t('join.stakeTitle', { name: joined.opponent.username }) : t('join.title')}
      </h1>
      <p className="mt-2.5 text-ink-2">
        {joined
          ? t('join.stakeText', {
              gems: t('reward.gems', { count: joined.stakeAmount }),
              pot: t('reward.gems', { count: 2 * joined.stakeAmount }),
            })
          : t('join.text')}
      </p>
      <div className="mt-7 grid w-full gap-3">
        <EntryFault fault={fault} />
        {joined ? (
          <>
            <Button size="large" isWide isPending={isPending} onClick={() => void play(joined.roomId)}>
              {t('join.playFor', { gems: t('reward.gems', { count: joined.stakeAmount }) })}
            </Button>
            <Button variant="ghost" isWide onClick={() => void decline()}>
              {t('join.decline')}
            </Button>
          </>
        ) : (
          <>
            <Button size="large" isWide isPending={isPending} onClick={() => void join()}>
              {t('join.submit')}
            </Button>
            <Link to="/play" className={buttonClass({ variant: 'ghost', isWide: true })}>
              {t('battle.toPlay')}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { refreshUser } from '../../../ui/api/refresh-user.ts'
import { Button } from '../../../ui/components/button.tsx'
import { TextField } from '../../../ui/components/text-field.tsx'
import { callOnce } from '../../call-once.ts'
import { useScreenText } from '../../use-text.ts'
import { EntryFault } from '../entry-fault.tsx'
import { ContestStatus, useContestTime } from './contest-status.tsx'

/** A private contest is joined by its code. Its name, fee and prize are shown first; the second button charges the fee. */
export function JoinContestByCode() {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [preview, setPreview] = useState<Api.ContestPreview>()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const attempt = async (work: () => Promise<void>) => {
    setPending(true)
    setFault(undefined)
    await work().catch(setFault)
    setPending(false)
  }
  const show = () =>
    attempt(async () => {
      const { data } = await lyceum.call('GET /user/contests/preview', { query: { roomCode: code } })
      setPreview(data)
    })
  const join = () =>
    attempt(async () => {
      const { data } = await callOnce('POST /user/contests/join', { body: { roomCode: code } })
      void refreshUser()
      await navigate({ to: '/play/contests/$contestId', params: { contestId: data.contestId } })
    })
  return (
    <form
      className="mt-8 grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && code.length === 6) void (preview ? join() : show())
      }}
    >
      <TextField
        label={t('contests.privateCode')}
        hint={t('contests.privateHint')}
        value={code}
        onChange={(event) => {
          setPreview(undefined)
          setCode(
            event.target.value
              .replace(/[^A-Za-z0-9]/g, '')
              .toUpperCase()
              .slice(0, 6),
          )
        }}
        autoComplete="off"
        autoCapitalize="characters"
        dir="ltr"
      />
      {preview && <Preview contest={preview} />}
      <EntryFault fault={fault} />
      <Button type="submit" variant="secondary" isPending={isPending} disabled={code.length !== 6}>
        {!preview
          ? t('contests.showPrivate')
          : preview.entryFeeGems === 0
            ? t('contest.join')
            : t('contest.joinFor', { gems: t('reward.gems', { count: preview.entryFeeGems }) })}
      </Button>
    </form>
  )
}

function Preview({ contest }: { contest: Api.ContestPreview }) {
  const { t, number } = useScreenText()
  const time = useContestTime(contest)
  const terms = [
    [
      t('contest.fee'),
      contest.entryFeeGems === 0 ? t('contest.free') : t('reward.gems', { count: contest.entryFeeGems }),
    ],
    [t('contest.pool'), t('reward.gems', { count: contest.prizePoolGems })],
    [t('contest.questions'), number(contest.totalQuestions)],
    [t('contest.participants'), number(contest.participantCount)],
  ]
  return (
    <section aria-live="polite" className="rounded-control bg-sunken p-4">
      <p className="flex flex-wrap items-center gap-3">
        <ContestStatus status={contest.status} />
        <span className="text-sm text-ink-2">{time}</span>
      </p>
      <h2 className="mt-2 text-[18px] [overflow-wrap:anywhere]">
        <bdi>{contest.title}</bdi>
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-3">
        {terms.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dd className="font-extrabold">{value}</dd>
            <dt className="text-sm text-ink-2">{label}</dt>
          </div>
        ))}
      </dl>
    </section>
  )
}

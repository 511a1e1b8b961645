import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/components/button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { Tabs } from '../../../ui/components/tabs.tsx'
import { TextField } from '../../../ui/components/text-field.tsx'
import { typedDigits } from '../../sign-in/typed-digits.ts'
import { useScreenText } from '../../use-text.ts'
import { EntryFault } from '../entry-fault.tsx'
import { useEnterBattle } from '../use-enter-battle.ts'
import { StakeField, TopicField } from './setup-fields.tsx'

export default function FriendSheet({ onClose }: { onClose: () => void }) {
  const { t } = useScreenText()
  const [tab, setTab] = useState<'invite' | 'join'>('invite')
  return (
    <Sheet isOpen title={t('play.friend')} onClose={onClose}>
      <Tabs
        label={t('play.friend')}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'invite', title: t('play.invite'), content: <Invite /> },
          { id: 'join', title: t('play.joinByCode'), content: <JoinByCode /> },
        ]}
      />
    </Sheet>
  )
}

function Invite() {
  const { t } = useScreenText()
  const [topicId, setTopicId] = useState('')
  const [stake, setStake] = useState(0)
  const { createRoom, isPending, fault } = useEnterBattle()
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void createRoom({ topicId: topicId || undefined, stakeAmount: stake })
      }}
    >
      <TopicField topicId={topicId} onChange={setTopicId} />
      <StakeField stake={stake} onChange={setStake} />
      <EntryFault fault={fault} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {stake === 0
          ? t('play.createRoom')
          : t('play.createRoomStake', { gems: t('reward.gems', { count: stake }) })}
      </Button>
    </form>
  )
}

function JoinByCode() {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const isComplete = /^\d{6}$/.test(code)
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) void navigate({ to: '/play/join/$code', params: { code } })
      }}
    >
      <TextField
        label={t('play.codeOfFriend')}
        hint={t('play.codeHint')}
        value={code}
        onChange={(event) => setCode(typedDigits(event.target.value).slice(0, 6))}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
      />
      <Button type="submit" size="large" isWide disabled={!isComplete}>
        {t('action.continue')}
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { Button } from '../../../ui/components/button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useScreenText } from '../../use-text.ts'
import type { Setup } from '../use-enter-battle.ts'
import { StakeField, TopicField } from './setup-fields.tsx'

interface Given {
  onClose: () => void
  onFind: (setup: Setup) => void
}

export default function FindSheet({ onClose, onFind }: Given) {
  const { t } = useScreenText()
  const [topicId, setTopicId] = useState('')
  const [stake, setStake] = useState(0)
  return (
    <Sheet isOpen title={t('play.find')} onClose={onClose}>
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          onFind({ topicId: topicId || undefined, stakeAmount: stake })
        }}
      >
        <TopicField topicId={topicId} onChange={setTopicId} />
        <StakeField stake={stake} onChange={setStake} />
        <Button type="submit" size="large" isWide>
          {stake === 0
            ? t('play.findStart')
            : t('play.findStartStake', { gems: t('reward.gems', { count: stake }) })}
        </Button>
      </form>
    </Sheet>
  )
}

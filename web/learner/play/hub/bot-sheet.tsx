import { useState } from 'react'
import { Button } from '../../../ui/components/button.tsx'
import { ChipChoice } from '../../../ui/components/chip-choice.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useScreenText } from '../../use-text.ts'
import { DIFFICULTIES, type Difficulty } from '../battle-search.ts'
import { EntryFault } from '../entry-fault.tsx'
import { useEnterBattle } from '../use-enter-battle.ts'
import { TopicField } from './setup-fields.tsx'

export default function BotSheet({ onClose }: { onClose: () => void }) {
  const { t } = useScreenText()
  const [topicId, setTopicId] = useState('')
  const [difficulty, setDifficulty] = useState<Difficulty>('MEDIUM')
  const { startBot, isPending, fault } = useEnterBattle()
  return (
    <Sheet isOpen title={t('play.bot')} onClose={onClose}>
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) void startBot(difficulty, topicId || undefined)
        }}
      >
        <ChipChoice
          label={t('play.difficulty')}
          choices={DIFFICULTIES.map((value) => ({ value, content: t(`difficulty.${value}`) }))}
          chosen={difficulty}
          onChoose={setDifficulty}
        />
        <TopicField topicId={topicId} onChange={setTopicId} />
        <p className="text-sm text-ink-2">{t('play.botText')}</p>
        <EntryFault fault={fault} />
        <Button type="submit" size="large" isWide isPending={isPending}>
          {t('play.botStart')}
        </Button>
      </form>
    </Sheet>
  )
}

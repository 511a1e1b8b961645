import { useApi } from '../../../ui/api/use-api.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { ChipChoice } from '../../../ui/components/chip-choice.tsx'
import { SelectField } from '../../../ui/components/select-field.tsx'
import { useUser } from '../../../ui/session/session-store.ts'
import { useScreenText } from '../../use-text.ts'

const STAKES = [0, 10, 25, 50, 100]

interface TopicGiven {
  topicId: string
  onChange: (topicId: string) => void
}

/** The topic of a battle; an empty id means any topic. */
export function TopicField({ topicId, onChange }: TopicGiven) {
  const { t } = useScreenText()
  const { data } = useApi('GET /quiz-battles/topics')
  const topics = (data?.data ?? []).map(({ id, title }) => ({ id, text: title }))
  return (
    <SelectField
      label={t('play.topic')}
      value={topicId}
      onChange={(event) => onChange(event.target.value)}
      options={[{ id: '', text: t('play.anyTopic') }, ...topics]}
    />
  )
}

interface StakeGiven {
  stake: number
  onChange: (stake: number) => void
}

/** The stake of a battle, and in words what happens to it. */
export function StakeField({ stake, onChange }: StakeGiven) {
  const { t, number } = useScreenText()
  const { totalGems } = useUser()
  const choices = STAKES.map((value) => ({
    value,
    isDisabled: value > totalGems,
    content:
      value === 0 ? (
        t('play.noStake')
      ) : (
        <>
          <GemIcon size={15} className="text-gem" />
          {number(value)}
        </>
      ),
  }))
  return (
    <div>
      <ChipChoice label={t('play.stake')} choices={choices} chosen={stake} onChoose={onChange} />
      <p className="mt-2.5 text-sm text-ink-2" aria-live="polite">
        {stake === 0
          ? t('play.noStakeText')
          : t('play.stakeText', {
              gems: t('reward.gems', { count: stake }),
              pot: t('reward.gems', { count: 2 * stake }),
            })}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {t('play.yourGems', { gems: t('reward.gems', { count: totalGems }) })}
      </p>
    </div>
  )
}

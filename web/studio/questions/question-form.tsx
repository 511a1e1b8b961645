import { useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { checkQuestion } from '../lesson/check-slide.ts'
import { FaultScope } from '../lesson/fault-scope.tsx'
import { QuestionEditor } from '../lesson/question/question-editor.tsx'
import { useText } from '../use-text.ts'
import { type BankFields, USES } from './bank-fields.ts'
import { NewTopicDialog } from './new-topic-dialog.tsx'
import { useTopics } from './question-query.ts'
import { areTags } from './tags.ts'

interface Given {
  fields: BankFields
  change: (changes: Partial<BankFields>) => void
  /** The author has tried to save: all sentences are shown. */
  showsAll: boolean
  /** The service has the question: its type and its use stay. */
  isStored: boolean
}

/** Whether the service takes the question. */
export const isWhole = ({ question, tags }: BankFields): boolean =>
  Object.keys(checkQuestion(question)).length === 0 && areTags(tags)

/** The fields of a question, and where it belongs in the bank. */
export function QuestionForm({ fields, change, showsAll, isStored }: Given) {
  const { t } = useText()
  const { question, tags } = fields
  return (
    <div className="grid gap-5">
      <FaultScope faults={checkQuestion(question)} showsAll={showsAll}>
        <QuestionEditor
          question={question}
          change={(changes) => change({ question: { ...question, ...changes } })}
          isTypeFixed={isStored}
        />
      </FaultScope>
      <TopicField
        topicId={fields.topicId}
        isOfTest={fields.use === 'TEST'}
        onChange={(topicId) => change({ topicId })}
      />
      <TextField
        label={t('bank.tags')}
        name="tags"
        hint={t('details.skillsHint')}
        error={areTags(tags) ? undefined : t('bank.tagsFault')}
        dir="auto"
        value={tags}
        onChange={({ target }) => change({ tags: target.value })}
      />
      {!isStored && fields.use !== 'TEST' && (
        <ChipChoice
          label={t('bank.use')}
          choices={USES.map((value) => ({ value, content: t(`bank.use.${value}`) }))}
          chosen={fields.use}
          onChoose={(use) => change({ use })}
        />
      )}
    </div>
  )
}

interface TopicGiven {
  topicId: string
  /** Without a topic it gets that of its course. */
  isOfTest?: boolean
  onChange: (id: string) => void
}

/** One of the topics of the installation, or a new one. */
export function TopicField({ topicId, isOfTest = false, onChange }: TopicGiven) {
  const { t } = useText()
  const unset = isOfTest ? t('test.topicOfCourse') : t('category.GENERAL')
  const topics = useTopics()
  const [isCreating, setCreating] = useState(false)
  const isKnown = topicId === '' || topics.some(({ id }) => id === topicId)
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <SelectField
        label={t('field.topicId')}
        className="min-w-0 flex-1 basis-56"
        value={topicId}
        onChange={({ target }) => onChange(target.value)}
        options={[
          ...(topicId === '' ? [{ id: '', text: unset }] : []),
          ...(isKnown ? [] : [{ id: topicId, text: '…' }]),
          ...topics,
        ]}
      />
      <Button variant="secondary" className="min-h-13" onClick={() => setCreating(true)}>
        {t('bank.topicNew')}
      </Button>
      <NewTopicDialog isOpen={isCreating} onClose={() => setCreating(false)} onCreated={onChange} />
    </div>
  )
}

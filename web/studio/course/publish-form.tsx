import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { publishAll, submitAll, timeZone } from './publish-requests.ts'

const MAX_NOTE_LENGTH = 500

interface Given {
  course: Api.EditedCourse
  drafts: readonly Api.EditedLesson[]
  /** Published lessons with changes. */
  changed: readonly Api.EditedLesson[]
  hasErrors: boolean
  onDone: () => void
}

/**
 * Drafts and changes of lessons are published with the course, unless the author keeps them back. In a course that is
 * published already a draft may have been kept back before, so it is published only on request.
 */
export function PublishForm({ course, drafts, changed, hasErrors, onDone }: Given) {
  const { t } = useText()
  const isPublished = course.status === 'PUBLISHED'
  const [isWithDrafts, setWithDrafts] = useState(!isPublished)
  const [isWithChanges, setWithChanges] = useState(true)
  const [isLater, setLater] = useState(false)
  const [time, setTime] = useState('')
  const [note, setNote] = useState('')
  const [message, setMessage] = useState('')
  const submit = useSubmit({ PUBLICATION_TIME_UNUSABLE: 'publishAt' })
  const isReviewed = submit.code === 'REVIEW_REQUIRED'
  const publication = {
    course,
    drafts: isWithDrafts ? drafts : [],
    changed: isWithChanges ? changed : [],
    changeNote: note.trim() || undefined,
    // Without a zone it is a time of the author's zone.
    publishAt: isLater && time ? new Date(time).toISOString() : undefined,
  }
  const isNothing =
    isPublished &&
    !course.hasUnpublishedChanges &&
    publication.drafts.length === 0 &&
    publication.changed.length === 0
  const publish = async () => {
    await publishAll(publication)
    if (publication.publishAt) showToast(t('publish.scheduled'))
    else showToast(isPublished ? t('changes.published') : t('publish.done'))
    onDone()
  }
  const askForReview = async () => {
    await submitAll({ ...publication, message: message.trim() || undefined })
    showToast(t('review.submitted'))
    onDone()
  }
  const label = isPublished ? t('changes.publish') : t('publish.publish')
  return (
    <div className="mt-5 grid gap-4">
      {hasErrors ? (
        <p className="font-semibold text-ink-2">{t('publish.blocked')}</p>
      ) : (
        <>
          {changed.length > 0 && (
            <Switch
              label={t('publish.changes', { count: changed.length })}
              hint={t('publish.changesHint')}
              isOn={isWithChanges}
              onChange={setWithChanges}
            />
          )}
          {drafts.length > 0 && (
            <Switch
              label={t('publish.drafts', { count: drafts.length })}
              hint={t('publish.draftsHint')}
              isOn={isWithDrafts}
              onChange={setWithDrafts}
            />
          )}
          {isPublished && (
            <TextArea
              label={t('publish.note')}
              hint={t('publish.noteHint')}
              error={submit.errorOf('changeNote')}
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
          <Switch
            label={t('publish.later')}
            hint={t('publish.laterHint')}
            isOn={isLater}
            onChange={setLater}
          />
          {isLater && (
            <TextField
              type="datetime-local"
              label={t('publish.time')}
              hint={t('publish.zone', { zone: timeZone() })}
              error={submit.errorOf('publishAt')}
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          )}
          {isReviewed && (
            <>
              <p className="rounded-2xl bg-primary-soft p-4 font-semibold">{t('review.required')}</p>
              <TextArea
                label={t('review.message')}
                error={submit.errorOf('message')}
                rows={2}
                maxLength={1000}
                value={message}
                onChange={(event) => setMessage(event.target.value)}
              />
            </>
          )}
        </>
      )}
      {!isReviewed && <FormError text={submit.error} />}
      <Button
        variant="good"
        isWide
        isPending={submit.isPending}
        disabled={hasErrors || isNothing || (isLater && !time)}
        onClick={() => void submit.run(isReviewed ? askForReview : publish)}
      >
        {isReviewed ? t('review.submit') : isLater ? t('publish.schedule') : label}
      </Button>
    </div>
  )
}

import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Panel } from '../panel/panel.tsx'
import { Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { DecisionActions } from './decision-actions.tsx'

const LINK = 'inline-flex min-h-8 items-center break-all text-primary underline underline-offset-3'

interface Given {
  submission: Api.QueuedSubmission | undefined
  onClose: () => void
}

/** A project with what the learner has sent, and the decision. */
export function SubmissionPanel({ submission, onClose }: Given) {
  const { t, percent } = useText()
  return (
    <Panel isOpen={submission !== undefined} onClose={onClose} title={submission?.project.title ?? ''}>
      {submission && (
        <>
          <DecisionActions submission={submission} />
          {submission.appealReason && (
            <p dir="auto" className="whitespace-pre-line rounded-control bg-gold-soft p-3.5 text-gold-text">
              {submission.appealReason}
            </p>
          )}
          <Properties
            properties={[
              [t('submissions.cause'), t(`cause.${submission.reviewCause}`)],
              [t('submissions.attempt'), `${submission.attempt}`],
              [t('submissions.score'), submission.assessment && percent(submission.assessment.percentage)],
              [t('submissions.waits'), <Moment key="waits" at={submission.reviewRequestedAt} />],
              [
                t('users.user'),
                <ConsoleLink key="user" to={userPath(submission.userId)} className={LINK}>
                  {t('orders.openUser')}
                </ConsoleLink>,
              ],
              [t('submissions.repository'), <Address key="repository" url={submission.repositoryUrl} />],
              [t('submissions.address'), <Address key="address" url={submission.url} />],
              ...submission.files.map(
                (file) =>
                  [
                    t('subject.medium'),
                    <a key={file.id} href={ownFile(file.url)} className={LINK}>
                      {file.name}
                    </a>,
                  ] as const,
              ),
            ]}
          />
          <section aria-label={t('submissions.notes')}>
            <h3 className="mb-1.5 text-[17px]">{t('submissions.notes')}</h3>
            <p
              dir="auto"
              className="whitespace-pre-line break-words rounded-card border border-line bg-surface p-4"
            >
              {submission.notes || '–'}
            </p>
          </section>
        </>
      )}
    </Panel>
  )
}

/** A link of the learner. Only web addresses can be opened. */
function Address({ url }: { url: string | null }) {
  if (!url || !/^https?:\/\//.test(url)) return url ?? '–'
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr" className={LINK}>
      {url}
    </a>
  )
}

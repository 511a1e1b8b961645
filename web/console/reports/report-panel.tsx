import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportTag } from './report-tag.tsx'

const LINK = 'inline-flex min-h-8 items-center break-all text-primary underline underline-offset-3'

/** Where staff see what was reported. */
const TARGETS: Record<Exclude<Api.Report['kind'], 'USER'>, (id: string) => string> = {
  COURSE: (id) => `/course/${id}`,
  LESSON: (id) => `/lesson/${id}`,
  QUESTION: (id) => `/studio/questions/${id}`,
}

interface Given {
  report: Api.Report | undefined
  onClose: () => void
}

/** A report with what the learner wrote, what it is about, and the decision. */
export function ReportPanel({ report, onClose }: Given) {
  const { t } = useText()
  return (
    <Panel isOpen={report !== undefined} onClose={onClose} title={report ? t(`reason.${report.reason}`) : ''}>
      {report && (
        <>
          {report.status === 'OPEN' && <ReportActions report={report} />}
          <p
            dir="auto"
            className="whitespace-pre-line break-words rounded-card border border-line bg-surface p-4"
          >
            {report.text || t('reports.noText')}
          </p>
          <Properties
            properties={[
              [t('orders.status'), <ReportTag key="status" status={report.status} />],
              [t('reports.target'), <Target key="target" report={report} />],
              [t('reports.targetId'), <CopyText key="id" text={report.targetId} />],
              [
                t('reports.reporter'),
                report.reporterId && <UserLink key="reporter" userId={report.reporterId} />,
              ],
              [t('reports.reported'), <Moment key="reported" at={report.createdAt} />],
              [t('reports.decided'), report.decidedAt && <Moment key="decided" at={report.decidedAt} />],
              [t('reports.note'), report.note || null],
            ]}
          />
        </>
      )}
    </Panel>
  )
}

function Target({ report: { kind, targetId } }: { report: Api.Report }) {
  const { t } = useText()
  const { role } = useUser()
  if (kind === 'USER') return <UserLink userId={targetId} />
  // Questions are read in the studio, which moderators do not have.
  if (kind === 'QUESTION' && role !== 'ADMIN') return t('reports.kind.QUESTION')
  return (
    <a href={TARGETS[kind](targetId)} className={LINK}>
      {t(`reports.open.${kind}`)}
    </a>
  )
}

function UserLink({ userId }: { userId: string }) {
  const { t } = useText()
  return (
    <ConsoleLink to={userPath(userId)} className={LINK}>
      {t('orders.openUser')}
    </ConsoleLink>
  )
}

import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import { DifferenceList } from './difference-list.tsx'
import { EntryTexts } from './entry-texts.tsx'
import { UndoButton } from './undo-button.tsx'

const LINK = 'inline-flex min-h-8 items-center text-primary underline underline-offset-3'

/** An entry with the old and the new values. */
export function AuditPanel({ entry, onClose }: { entry: Api.AuditEntry | undefined; onClose: () => void }) {
  const { t } = useScreenText()
  return (
    <Panel isOpen={entry !== undefined} onClose={onClose} title={entry ? t(`act.${entry.act}`) : ''}>
      {entry && (
        <>
          <section
            aria-label={t('audit.changed')}
            className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
          >
            <DifferenceList before={entry.before} after={entry.after} />
            <EntryTexts texts={entry.details} />
            <UndoButton entry={entry} />
          </section>
          <Properties
            properties={[
              [t('audit.act'), <CopyText key="act" text={entry.act} />],
              [t('audit.at'), <Moment key="at" at={entry.at} />],
              [
                t('audit.actor'),
                entry.actorId ? (
                  <ConsoleLink key="actor" to={userPath(entry.actorId)} className={LINK}>
                    <bdi className="[overflow-wrap:anywhere]">
                      {entry.actorName ?? t(`role.${entry.actorRole}`)}
                    </bdi>
                  </ConsoleLink>
                ) : (
                  t(`role.${entry.actorRole}`)
                ),
              ],
              [
                t('users.user'),
                entry.userId && (
                  <ConsoleLink key="user" to={userPath(entry.userId)} className={LINK}>
                    {t('orders.openUser')}
                  </ConsoleLink>
                ),
              ],
              [t('audit.subject'), entry.subjectKind],
              [t('audit.subjectId'), <CopyText key="subject" text={entry.subjectId} />],
              [t('audit.requestId'), entry.requestId && <CopyText key="request" text={entry.requestId} />],
            ]}
          />
        </>
      )}
    </Panel>
  )
}

import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { replaces } from '../frame/replaces.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { Tag } from '../panel/tag.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { SettingDialog } from '../runtime/setting-dialog.tsx'
import { lastChangeOf, SETTINGS, type Setting } from '../runtime/settings-model.ts'
import { useSettingText } from '../runtime/use-setting-text.ts'
import { useText } from '../use-text.ts'

const CHANGES = { subjectKind: 'settings', subjectId: 'runtime', limit: 100 } as const

/** The settings that change while the service runs: what each does, its value, and its last change. */
export default function Runtime() {
  const { t } = useText()
  const { data, error, refetch } = useApi('GET /admin/runtime-settings')
  const changes = useApi('GET /admin/audit', { query: CHANGES })
  if (replaces(error, data)) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('runtime.heading')}</h1>
      <p className="mt-1.5 max-w-prose text-ink-2">{t('runtime.text')}</p>
      <ul className="mt-5 grid gap-3 xl:grid-cols-2">
        {SETTINGS.map((setting) => (
          <SettingCard
            key={setting.name}
            setting={setting}
            settings={data.data}
            change={changes.data && lastChangeOf(changes.data.data, setting.name)}
          />
        ))}
      </ul>
    </>
  )
}

interface Given {
  setting: Setting
  settings: Api.RuntimeSettings
  change: Api.AuditEntry | undefined
}

function SettingCard({ setting, settings, change }: Given) {
  const { t } = useText()
  const textOf = useSettingText()
  const [isOpen, setOpen] = useState(false)
  const { name } = setting
  const { value, source, variables } = settings[name]
  const title = `runtime-${name}`
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={title} className="text-[19px]">
          {t(`runtime.title.${name}`)}
        </h2>
        <Tag tone={source === 'STORED' ? 'primary' : 'plain'}>{t(`runtime.source.${source}`)}</Tag>
      </div>
      <p className="text-ink-2">{t(`runtime.what.${name}`)}</p>
      <p className="font-bold">{textOf(setting, value)}</p>
      <p className="text-sm text-ink-2">
        {change ? <LastChange change={change} /> : t('runtime.unchanged')}
        <span dir="ltr" className="mt-1 block break-words font-mono text-[13px]">
          {variables.join(', ')}
        </span>
      </p>
      <Button
        size="small"
        variant="secondary"
        className="mt-auto min-h-11 self-start"
        aria-describedby={title}
        onClick={() => setOpen(true)}
      >
        {t('runtime.change')}
      </Button>
      <SettingDialog
        // Each opening begins with the values in force.
        key={`${isOpen}`}
        setting={setting}
        settings={settings}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </li>
  )
}

function LastChange({ change: { at, actorId, actorName, details } }: { change: Api.AuditEntry }) {
  const { t } = useText()
  const reason = details?.reason
  return (
    <>
      {t('runtime.lastChange')} <Moment at={at} /> ·{' '}
      {actorId ? (
        <ConsoleLink
          to={userPath(actorId)}
          className="inline-flex min-h-8 items-center text-primary underline underline-offset-3"
        >
          <bdi className="[overflow-wrap:anywhere]">{actorName ?? t('runtime.byStaff')}</bdi>
        </ConsoleLink>
      ) : (
        t('runtime.byOperator')
      )}
      {typeof reason === 'string' && (
        <span dir="auto" className="mt-1 block">
          {reason}
        </span>
      )}
    </>
  )
}

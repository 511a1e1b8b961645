import { Monitor, Smartphone } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { useScreenText } from '../use-text.ts'
import { describeDevice, isPhone } from './describe-device.ts'

interface Given {
  session: Api.Session
  isEnding: boolean
  onEnd: () => void
}

export function DeviceRow({ session, isEnding, onEnd }: Given) {
  const { t, locale } = useScreenText()
  const { userAgent, address, isCurrent, lastUsedAt } = session
  const Icon = isPhone(userAgent) ? Smartphone : Monitor
  const name = userAgent ? describeDevice(userAgent) : t('devices.unknown')
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-1 border-line px-4 py-3 not-first:border-t">
      <Icon size={24} className="flex-none text-ink-2" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-bold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-ink-2">
          {relativeTime(locale, new Date(lastUsedAt))}
          {address && (
            <>
              {' · '}
              <bdi>{address}</bdi>
            </>
          )}
        </p>
      </div>
      {isCurrent ? (
        <Pill tone="good" size="small">
          {t('devices.current')}
        </Pill>
      ) : (
        <Button
          variant="ghost"
          size="small"
          className="min-h-11"
          isPending={isEnding}
          aria-label={t('devices.endOne', { device: name })}
          onClick={onEnd}
        >
          {t('me.signOut')}
        </Button>
      )}
    </li>
  )
}

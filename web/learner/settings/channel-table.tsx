import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useScreenText } from '../use-text.ts'

export type Channels = Api.NotificationPreferences['channels']
const CHANNELS = ['inApp', 'push', 'email'] as const

interface Given {
  channels: Channels
  onChange: (channels: Channels) => void
}

/** Which kind of notification arrives where. */
export function ChannelTable({ channels, onChange }: Given) {
  const { t } = useScreenText()
  const types = Object.keys(channels) as (keyof Channels)[]
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('preferences.channels')}</caption>
      <thead>
        <tr>
          <td />
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-15 pb-1 text-center text-[13px] font-bold text-ink-2">
              {t(`preferences.channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {types.map((type) => (
          <tr key={type} className="border-line border-t">
            <th scope="row" className="py-1 pe-2 text-start text-[15px] font-semibold">
              {t(`preferences.type.${type}`)}
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel} className="text-center">
                <label className="inline-grid size-11 cursor-pointer place-items-center">
                  <input
                    type="checkbox"
                    aria-label={`${t(`preferences.type.${type}`)}: ${t(`preferences.channel.${channel}`)}`}
                    checked={channels[type][channel]}
                    onChange={({ target }) =>
                      onChange({ ...channels, [type]: { ...channels[type], [channel]: target.checked } })
                    }
                    className="size-5.5 accent-[var(--primary)]"
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

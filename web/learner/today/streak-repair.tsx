import { Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { refreshUser } from '../../ui/api/refresh-user.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FlameIcon } from '../../ui/brand/currency-icons.tsx'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { callOnce } from '../call-once.ts'
import { useScreenText } from '../use-text.ts'

const MINUTE_MS = 60_000

/** A lost streak that can still be repaired, with its price and the end of the offer. */
export default function StreakRepair({ repair }: { repair: NonNullable<Api.Streak['repair']> }) {
  const { t, date } = useScreenText()
  const user = useUser()
  const { isPending, error, run } = useSubmit()
  const send = async () => {
    const isRepaired = await run(() => callOnce('POST /user/streak/repair'))
    if (isRepaired) showToast(t('repair.done', { count: repair.days }))
    await refreshUser()
  }
  const missing = repair.gems - user.totalGems
  return (
    <section
      aria-labelledby="repair-title"
      className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card border border-gold bg-gold-soft p-5"
    >
      <span className="grid size-12 flex-none place-items-center rounded-full bg-gold text-on-gold">
        <FlameIcon size={26} />
      </span>
      <div className="min-w-[13rem] flex-1">
        <h2 id="repair-title" className="text-[18px]">
          {t('repair.title', { count: repair.days })}
        </h2>
        <p className="mt-1 text-[15px] text-ink-2">
          {t('repair.text', {
            // The last minute: midnight would be read as the end of the day that it begins.
            until: date(new Date(Date.parse(repair.until) - MINUTE_MS), {
              weekday: 'long',
              hour: 'numeric',
              minute: 'numeric',
              timeZone: user.timeZone,
            }),
          })}
        </p>
        <FormError text={error} />
      </div>
      {missing > 0 ? (
        <p className="basis-full text-[15px] font-semibold sm:basis-auto">
          {t('repair.missing', { price: repair.gems, count: missing })}{' '}
          <Link
            to="/learn"
            className="-my-2 inline-flex min-h-11 items-center text-primary underline underline-offset-4"
          >
            {t('repair.earn')}
          </Link>
        </p>
      ) : (
        <Button className="max-sm:w-full" isPending={isPending} onClick={() => void send()}>
          {t('repair.action', { count: repair.gems })}
        </Button>
      )}
    </section>
  )
}

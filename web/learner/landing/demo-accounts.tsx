import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { settings } from '../../ui/api/settings.ts'
import { Button } from '../../ui/components/button.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'

const DEMOS = [
  { role: 'USER', text: 'demo.learner', goesTo: '/' },
  { role: 'CREATOR', text: 'demo.author', goesTo: '/studio' },
  { role: 'ADMIN', text: 'demo.admin', goesTo: '/console' },
] as const

/** Signs in as a demo account with one click. The service lists demo accounts only in development. */
export function DemoAccounts() {
  const { t } = useText()
  const navigate = useNavigate()
  const [pending, setPending] = useState<string>()
  const demos = DEMOS.flatMap((demo) => {
    const account = settings.demoAccounts.find(({ role }) => role === demo.role)
    return account ? [{ ...demo, account }] : []
  })
  if (demos.length === 0) return null

  const enter = async ({ role, goesTo, account: { email, password } }: (typeof demos)[number]) => {
    setPending(role)
    try {
      await lyceum.call('POST /auth/login', { body: { email, password } })
      if (goesTo === '/') await navigate({ to: '/' })
      else location.assign(goesTo)
    } catch (fault) {
      setPending(undefined)
      showToast(fault instanceof Error ? fault.message : String(fault), 'bad')
    }
  }
  return (
    <section
      aria-label={t('demo.title')}
      className="mt-8 max-w-[520px] rounded-card border-2 border-line border-dashed p-4"
    >
      <p className="text-[15px] text-ink-2">
        <b className="font-bold text-ink">{t('demo.title')}</b> {t('demo.text')}
      </p>
      <div className="mt-3 grid grid-cols-3 gap-2.5">
        {demos.map((demo) => (
          <Button
            key={demo.role}
            size="small"
            variant="secondary"
            className="!px-2"
            isPending={pending === demo.role}
            onClick={() => void enter(demo)}
          >
            {t(demo.text)}
          </Button>
        ))}
      </div>
    </section>
  )
}

import { useEffect } from 'react'
import { showToast } from '../../ui/components/toast.tsx'
import { useTranslator } from '../../ui/i18n/text-provider.tsx'
import { useSession } from '../../ui/session/session-store.ts'
import { loadPlayerTexts } from '../load-catalogue.ts'
import type playerMessages from '../messages/player/en.ts'

/** Credits what this device played without an account, once a user is signed in. Its code is loaded only then. */
export function CreditOnSignIn() {
  const session = useSession()
  const { t } = useTranslator<keyof typeof playerMessages>()
  const userId = session.status === 'in' ? session.user.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user.
  useEffect(() => {
    if (userId === undefined || !localStorage.getItem('lyceum.firstLessons')) return
    void Promise.all([import('./credit-plays.ts'), loadPlayerTexts()]).then(async ([{ creditPlays }]) => {
      const xp = await creditPlays()
      if (xp > 0) showToast(t('try.credited', { xp }))
    })
  }, [userId])
  return null
}

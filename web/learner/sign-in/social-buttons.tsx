import { useSearch } from '@tanstack/react-router'
import { settings } from '../../ui/api/settings.ts'
import { Button } from '../../ui/components/button.tsx'
import { useScreenText } from '../use-text.ts'
import { startSignIn } from './social-flow.ts'

const NAMES = { google: 'Google', apple: 'Apple' }

/** The providers that the service is configured for; nothing without one. */
export function SocialButtons() {
  const { t } = useScreenText()
  const search = useSearch({ strict: false }) as { next?: string; ref?: string }
  if (settings.signInWith.length === 0) return null
  return (
    <div className="mt-6 grid gap-3">
      <p className="flex items-center gap-4 text-[15px] text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('signIn.or')}
      </p>
      {settings.signInWith.map((provider) => (
        <Button
          key={provider.provider}
          variant="secondary"
          size="large"
          isWide
          onClick={() => location.assign(startSignIn(provider, search))}
        >
          {t('signIn.with', { provider: NAMES[provider.provider] })}
        </Button>
      ))}
    </div>
  )
}

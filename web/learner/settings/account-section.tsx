import { CircleCheck } from 'lucide-react'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { SettingCard } from './setting-card.tsx'
import { VerifyEmailForm } from './verify-email-form.tsx'

export default function AccountSection() {
  const { t } = useScreenText()
  const user = useUser()
  return (
    <>
      <SettingCard title={t('field.email')}>
        <p className="font-bold [overflow-wrap:anywhere]">{user.email}</p>
        {user.isEmailVerified ? (
          <p className="mt-1 flex items-center gap-1.5 text-[15px] font-bold text-good">
            <CircleCheck size={18} aria-hidden="true" />
            {t('account.verified')}
          </p>
        ) : (
          <VerifyEmailForm />
        )}
      </SettingCard>
      <SettingCard title={t('account.newPassword')} text={t('account.newPasswordText')}>
        <NewPasswordForm />
      </SettingCard>
    </>
  )
}

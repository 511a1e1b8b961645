import { type FormEvent, useState } from 'react'
import { refreshUser } from '../../ui/api/refresh-user.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { callOnce } from '../call-once.ts'
import { SettingCard } from '../settings/setting-card.tsx'
import { useScreenText } from '../use-text.ts'

/** Names the friend who invited a new learner. The service decides whether the code still counts. */
export function RedeemForm() {
  const { t } = useScreenText()
  const [referralCode, setReferralCode] = useState('')
  const { isPending, error, errorOf, run } = useSubmit({
    REFERRAL_CODE_UNKNOWN: 'referralCode',
    SELF_REFERRAL: 'referralCode',
  })
  const redeem = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      const { data } = await callOnce('POST /referral/redeem', { body: { referralCode } })
      showToast(t('refer.redeemed', { name: data.invitedBy }))
      await refreshUser()
    })
  }
  return (
    <SettingCard title={t('refer.redeemTitle')} text={t('refer.redeemText')}>
      <form onSubmit={(event) => void redeem(event)} className="grid gap-4" noValidate>
        <TextField
          label={t('refer.friendCode')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          required
          maxLength={20}
          value={referralCode}
          onChange={(event) => setReferralCode(event.target.value.toUpperCase())}
          error={errorOf('referralCode')}
        />
        <FormError text={error} />
        <Button type="submit" variant="secondary" isPending={isPending}>
          {t('refer.redeem')}
        </Button>
      </form>
    </SettingCard>
  )
}

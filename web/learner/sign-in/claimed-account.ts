import type { Api } from '../../../packages/client/src/lyceum.ts'
import { showToast } from '../../ui/components/toast.tsx'

/** The text is long. A mail says the same. */
const SHOWN_MS = 20_000

/** Says that an existing account of this address was never confirmed, and what was removed from it. */
export function tellClaimedAccount(
  { claimedAccount }: Pick<Api.SignedIn, 'claimedAccount'>,
  t: (key: 'signIn.claimed' | 'signIn.claimedPassword') => string,
): void {
  if (!claimedAccount) return
  const text = [
    t('signIn.claimed'),
    ...(claimedAccount.isPasswordRemoved ? [t('signIn.claimedPassword')] : []),
  ]
  showToast(text.join(' '), 'good', SHOWN_MS)
}

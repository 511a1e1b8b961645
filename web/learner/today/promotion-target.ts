import type { Api } from '../../../packages/client/src/lyceum.ts'

interface Target {
  address: string
  isExternal?: boolean
}

/** Where the button of a promotion leads. Undefined if it leads nowhere, or to an action that this version does not know. */
export function promotionTarget({
  ctaAction,
  ctaPayload,
}: Pick<Api.Banner, 'ctaAction' | 'ctaPayload'>): Target | undefined {
  const value = (name: string) => encodeURIComponent(String(ctaPayload[name]))
  switch (ctaAction) {
    case 'NAVIGATE_CONTEST':
      return { address: `/play/contests/${value('contestId')}` }
    case 'NAVIGATE_COURSE':
      return { address: `/learn/${value('courseId')}` }
    case 'NAVIGATE_PATH':
      return { address: `/paths/${value('learningPathId')}` }
    case 'OPEN_SUBSCRIPTION_MODAL':
      return { address: '/premium' }
    case 'OPEN_REFERRAL':
      return { address: '/refer' }
    case 'OPEN_URL': {
      const { url } = ctaPayload
      return typeof url === 'string' && /^https:/i.test(url) ? { address: url, isExternal: true } : undefined
    }
    default:
      return undefined
  }
}

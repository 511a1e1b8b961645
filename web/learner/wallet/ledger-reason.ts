/** The texts of the reasons that the ledger stores, by the word of the service. */
const TEXTS = {
  'battle settled': 'preferences.type.BATTLE_RESULT',
  'battle stake': 'ledger.stake',
  'battle stake returned': 'ledger.stakeBack',
  'contest entry fee': 'ledger.fee',
  'contest entry fee refunded': 'ledger.feeBack',
  'contest prize': 'ledger.prize',
  'course completed': 'ledger.course',
  'first course as an invited user': 'ledger.invited',
  'gems bought': 'ledger.bought',
  granted: 'ledger.granted',
  'invited user completed a first course': 'ledger.referral',
  'lesson completed': 'ledger.lesson',
  'practice round': 'ledger.practice',
  'project passed': 'ledger.project',
  'purchase refunded': 'ledger.refunded',
  'rewarded on chain': 'ledger.chain',
  'streak freeze': 'ledger.freeze',
  'streak milestone': 'ledger.streak',
  'streak repair': 'ledger.repair',
  'taken back': 'ledger.taken',
} as const

type ReasonText = (typeof TEXTS)[keyof typeof TEXTS]

/** The key of the text of a reason; undefined for a reason that this app does not know. */
export function ledgerReason(reason: string): ReasonText | undefined {
  return Object.hasOwn(TEXTS, reason) ? TEXTS[reason as keyof typeof TEXTS] : undefined
}

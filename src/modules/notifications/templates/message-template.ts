/**
 * The words of one notice. `{days}` is a value, numbers as the language writes them; `{days:day|days}` is a word that
 * follows a number, the first for one and the second for many as the language counts.
 */
export interface MessageTemplate {
  title: string
  body: string
}

export type TemplateName =
  | 'STREAK_MILESTONE'
  | 'STREAK_AT_RISK'
  | 'BADGE_EARNED'
  | 'CERTIFICATE_READY'
  | 'CONTEST_STARTING'
  | 'CONTEST_RESULT'
  | 'CONTEST_PRIZE'
  | 'CONTEST_CANCELLED'
  | 'CONTEST_REFUNDED'
  | 'BATTLE_WON'
  | 'BATTLE_WON_GEMS'
  | 'BATTLE_LOST'
  | 'BATTLE_DRAWN'
  | 'BATTLE_CANCELLED'
  | 'PROJECT_PASSED'
  | 'PROJECT_NEEDS_REVISION'
  | 'PROJECT_PASSED_BY_PEOPLE'
  | 'PROJECT_NEEDS_REVISION_BY_PEOPLE'
  | 'REFERRAL_BONUS'
  | 'REFERRAL_WELCOME'
  | 'PAYMENT_RECEIVED'
  | 'PAYMENT_COMPLETED'
  | 'PAYMENT_FAILED'
  | 'PAYMENT_REFUNDED'
  | 'PAYMENT_UNDER_REVIEW'
  | 'PAYOUT_SENT'
  | 'SUBSCRIPTION_ACTIVE'
  | 'SUBSCRIPTION_LASTING'
  | 'SUBSCRIPTION_CANCELLED'
  | 'SUBSCRIPTION_BILLING_ISSUE'
  | 'SUBSCRIPTION_EXPIRED'
  | 'SYSTEM'

/** All that is said in one language. */
export interface LanguagePack {
  tag: string
  /** How a letter begins and ends. */
  greeting: string
  closing: string
  templates: Record<TemplateName, MessageTemplate>
}

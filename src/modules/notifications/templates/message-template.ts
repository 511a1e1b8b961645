/**
 * The text of a notice. `{days}` is a formatted value; `{days:day|days}` is a word that depends on a number: the first form
 * for one, the second for many, by the plural rules of the language. A language with six forms has all of them, in the order
 * zero, one, two, few, many, other.
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
  | 'LEAGUE_RISEN_SILVER'
  | 'LEAGUE_RISEN_GOLD'
  | 'LEAGUE_RISEN_PEARL'
  | 'LEAGUE_RISEN_MARBLE'
  | 'LEAGUE_RISEN_OLIVE'
  | 'LEAGUE_RISEN_LAUREL'
  | 'PROJECT_PASSED'
  | 'PROJECT_NEEDS_REVISION'
  | 'PROJECT_PASSED_BY_PEOPLE'
  | 'PROJECT_NEEDS_REVISION_BY_PEOPLE'
  | 'COURSE_CO_AUTHOR'
  | 'COURSE_RECEIVED'
  | 'COURSE_GIVEN'
  | 'COURSE_CHANGED'
  | 'SCHEDULE_WITHOUT_LESSONS'
  | 'SCHEDULE_ABOVE_LIMIT'
  | 'SCHEDULE_ABOVE_BUDGET'
  | 'SCHEDULE_WITHOUT_RIGHTS'
  | 'SCHEDULE_AFTER_EDIT'
  | 'SCHEDULE_WITHOUT_REVIEW'
  | 'REVIEW_REQUESTED'
  | 'REVIEW_APPROVED'
  | 'REVIEW_RETURNED'
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
  | 'REPORT_ACTED'
  | 'REPORT_DISMISSED'
  | 'SYSTEM'

/** All texts of one language. */
export interface LanguagePack {
  tag: string
  /** The first and the last line of an e-mail. */
  greeting: string
  closing: string
  templates: Record<TemplateName, MessageTemplate>
}

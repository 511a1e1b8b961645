import { type LanguagePack, leagueTemplates } from './message-template.ts'

export const english = {
  tag: 'en',
  greeting: 'Hello, {username}.',
  closing: 'You can choose what you are told, and how, in the notification settings.',
  deletedUser: 'somebody',
  templates: {
    STREAK_MILESTONE: {
      title: '{days}-day streak!',
      body: 'You have learned {days} {days:day|days} in a row and earned {gems} {gems:gem|gems}.',
    },
    STREAK_AT_RISK: {
      title: 'Keep your streak',
      body: 'You have not learned yet today. One lesson before midnight keeps your streak of {days} {days:day|days}.',
    },
    BADGE_EARNED: {
      title: 'New badge: {badge}',
      body: 'You have earned the badge “{badge}”. Have a look at it on your profile.',
    },
    CERTIFICATE_READY: {
      title: 'Your certificate is ready',
      body: 'The certificate for “{course}” is on the chain. Its number is {number}.',
    },
    CONTEST_STARTING: {
      title: '“{contest}” is about to begin',
      body: 'The contest begins at {time}. Good luck!',
    },
    CONTEST_RESULT: {
      title: 'Results of “{contest}”',
      body: 'The contest is decided: you came in at place {rank}.',
    },
    CONTEST_PRIZE: {
      title: 'You won {gems} {gems:gem|gems}!',
      body: 'You came in at place {rank} in “{contest}” and won {gems} {gems:gem|gems}.',
    },
    CONTEST_CANCELLED: {
      title: '“{contest}” was cancelled',
      body: 'The contest does not take place.',
    },
    CONTEST_REFUNDED: {
      title: '“{contest}” was cancelled',
      body: 'The contest does not take place. Your entry fee of {gems} {gems:gem|gems} is back in your account.',
    },
    BATTLE_WON: { title: 'Battle won!', body: 'You beat {opponent}.' },
    BATTLE_WON_GEMS: {
      title: 'Battle won!',
      body: 'You beat {opponent} and won {gems} {gems:gem|gems}.',
    },
    BATTLE_LOST: { title: 'Battle lost', body: '{opponent} was faster this time. Ask for a rematch!' },
    BATTLE_DRAWN: { title: 'A draw', body: 'You and {opponent} were equally good.' },
    BATTLE_CANCELLED: {
      title: 'Battle cancelled',
      body: 'The battle against {opponent} could not be finished. No gems were lost.',
    },
    ...leagueTemplates(['Silver', 'Gold', 'Pearl', 'Marble', 'Olive', 'Laurel'], (division) => ({
      title: `You rose to ${division}`,
      body: `Your week in the league was strong. You now play in the ${division} division.`,
    })),
    PROJECT_PASSED: {
      title: 'Project passed',
      body: 'Your project “{project}” passed with {percentage} %. Read the assessment.',
    },
    PROJECT_NEEDS_REVISION: {
      title: 'Your project was assessed',
      body: 'Your project “{project}” reached {percentage} % and needs another round. The assessment says what to improve.',
    },
    PROJECT_PASSED_BY_PEOPLE: {
      title: 'Project passed',
      body: 'Your project “{project}” passed. Read the assessment.',
    },
    PROJECT_NEEDS_REVISION_BY_PEOPLE: {
      title: 'Your project was assessed',
      body: 'Your project “{project}” needs another round. The assessment says what to improve.',
    },
    COURSE_CO_AUTHOR: {
      title: 'You are a co-author',
      body: 'You can now edit “{course}” in the studio. Authors get no XP and no gems from their own course. You can leave it there at any time.',
    },
    COURSE_RECEIVED: {
      title: 'A course is yours',
      body: 'You are now the owner of “{course}”.',
    },
    COURSE_GIVEN: {
      title: '“{course}” has a new owner',
      body: '{author} is now the owner of “{course}”. You stay a co-author.',
    },
    COURSE_CHANGED: { title: '“{course}” has changed', body: 'What is new: {notes}' },
    SCHEDULE_WITHOUT_LESSONS: {
      title: '“{content}” was not published',
      body: 'Its time came, but the course has no published lesson. Publish a lesson, then choose another time.',
    },
    SCHEDULE_ABOVE_LIMIT: {
      title: '“{content}” was not published',
      body: 'Its time came, but its rewards are above the limit. Lower them, or ask an admin to publish it.',
    },
    SCHEDULE_ABOVE_BUDGET: {
      title: '“{content}” was not published',
      body: 'Its time came, but the rewards that its author may promise in a day were used up. Choose another day, or ask an admin.',
    },
    SCHEDULE_WITHOUT_RIGHTS: {
      title: '“{content}” was not published',
      body: 'Its time came, but the author who planned it may no longer publish it. Publish it yourself, or choose another time.',
    },
    SCHEDULE_AFTER_EDIT: {
      title: '“{content}” was not published',
      body: 'Its time came, but it was changed after the review. Submit it again.',
    },
    SCHEDULE_WITHOUT_REVIEW: {
      title: '“{content}” was not published',
      body: 'Its time came, but content is reviewed before it is published here. Submit it for review.',
    },
    REVIEW_REQUESTED: {
      title: '“{course}” waits for your review',
      body: '{author} submitted “{course}”. Approve it, or return it with comments.',
    },
    REVIEW_APPROVED: {
      title: '“{course}” is approved',
      body: 'Your submission was approved. It is published now, or at the time that you chose.',
    },
    REVIEW_RETURNED: {
      title: '“{course}” was returned',
      body: 'Your reviewer asks for changes: {comment}',
    },
    REFERRAL_BONUS: {
      title: 'Your friend finished a course',
      body: 'Somebody whom you invited finished their first course. You earned {gems} {gems:gem|gems}.',
    },
    REFERRAL_WELCOME: {
      title: 'A gift for a good start',
      body: 'You came by an invitation and finished your first course: {gems} {gems:gem|gems} are yours.',
    },
    PAYMENT_RECEIVED: {
      title: 'Payment received',
      body: 'We have received {amount}. Your order is being processed.',
    },
    PAYMENT_COMPLETED: { title: 'Order completed', body: 'Your order of {amount} is completed.' },
    PAYMENT_FAILED: {
      title: 'Order failed',
      body: 'Your order of {amount} could not be completed. Open it to see why.',
    },
    PAYMENT_REFUNDED: { title: 'Order refunded', body: 'Your order of {amount} was paid back.' },
    PAYMENT_UNDER_REVIEW: {
      title: 'We are looking at your order',
      body: 'The amount of your order of {amount} does not fit. Somebody is looking at it.',
    },
    PAYOUT_SENT: { title: 'Payout sent', body: '{amount} is on its way to you.' },
    SUBSCRIPTION_ACTIVE: { title: 'Premium is on', body: 'Every course is open to you until {date}.' },
    SUBSCRIPTION_LASTING: {
      title: 'Premium is on',
      body: 'Every course is open to you.',
    },
    SUBSCRIPTION_CANCELLED: {
      title: 'Your subscription ends',
      body: 'It will not be renewed. Premium stays open to you until {date}.',
    },
    SUBSCRIPTION_BILLING_ISSUE: {
      title: 'Your payment did not go through',
      body: 'Please check your means of payment in the store, so that premium stays on.',
    },
    SUBSCRIPTION_EXPIRED: {
      title: 'Premium has ended',
      body: 'Your progress is kept. Subscribe again whenever you like.',
    },
    REPORT_ACTED: {
      title: 'Thank you for your report',
      body: 'We have looked at your report and acted on it.',
    },
    REPORT_DISMISSED: {
      title: 'Your report was read',
      body: 'We have looked at your report and found nothing to change. Thank you for your care.',
    },
    SYSTEM: { title: '{title}', body: '{body}' },
  },
} satisfies LanguagePack<string>

/** English has all templates. */
export type TemplateName = keyof typeof english.templates

import type { Catalogue } from '../../i18n/catalogue.ts'

/** What authors and staff read when the service refuses a request, besides the texts of learners and in their place. */
export default {
  'refusal.ANSWERS_HIDDEN':
    'You take part in this contest. Its answers are hidden from you until it is decided.',
  'refusal.APPROVER_NOT_INDEPENDENT':
    'An administrator who is independent of the requester must decide: neither made the other an administrator, and no third one made both. The operator makes such an administrator on the command line: lyceum admin create.',
  'refusal.BADGE_CHANGED': 'The badge was changed meanwhile. Load the page again and repeat your change.',
  'refusal.BADGE_EXISTS': 'A badge of this type exists already. Choose another type.',
  'refusal.BADGE_MINTS_UNCONFIRMED':
    'This mints the badge for many learners at once: {mintCount}. Confirm the number.',
  'refusal.BADGE_NEEDS_ADMIN':
    'This mints the badge for many learners at once: {mintCount}. Ask an administrator to do it.',
  'refusal.BADGE_NOT_FOUND': 'There is no such badge, or it was removed.',
  'refusal.BADGE_RULE_FIXED':
    'The rule of a published badge cannot change. Archive the badge and create another one.',
  'refusal.BROADCAST_CHANGED': 'The broadcast was changed meanwhile. Load the page again.',
  'refusal.BROADCAST_NOT_CONFIRMED': 'The typed name is not the name of this broadcast. Nothing was sent.',
  'refusal.BROADCAST_NOT_DRAFT': 'This broadcast was already sent or scheduled. Create another one.',
  'refusal.BROADCAST_NOT_FOUND': 'There is no such broadcast, or it was removed.',
  'refusal.BROADCAST_NOT_RUNNING': 'This broadcast is neither being sent nor scheduled.',
  'refusal.BROADCAST_TIME_INVALID': 'Choose a time in the future, within a year.',
  'refusal.BROADCAST_WITHOUT_FALLBACK': 'There is no text in the language for all others.',
  'refusal.CATEGORY_NOT_FOUND': 'There is no such category. Content packs define them.',
  'refusal.CERTIFICATE_NOT_MINTED':
    'Only a certificate that is on the chain can be revoked. Try again when it is there.',
  'refusal.CERTIFICATE_REVOKED': 'A revoked certificate cannot be changed.',
  'refusal.CONTEST_CANCELLED': 'This contest is already cancelled. Entry fees come back.',
  'refusal.CONTEST_ENDED': 'This contest is over.',
  'refusal.CONTEST_PLAN_INCOMPLETE': 'This cannot be published yet. The checklist says what is missing.',
  'refusal.CONTEST_PLAN_NOT_FOUND': 'There is no such draft of a contest, or it was deleted.',
  'refusal.CONTEST_PLAN_NOT_RUNNING': 'This is not a running series.',
  'refusal.CONTEST_PLAN_PUBLISHED': 'This is published already. Change its contests, or make a new draft.',
  'refusal.CONTEST_UNDER_WAY':
    'The contest has participants or has started. Texts and a later end can still be changed, and an administrator can raise its pool.',
  'refusal.COURSE_HAS_NO_LESSONS': 'Publish a lesson of this course first.',
  'refusal.CO_AUTHOR_NOT_FOUND': 'This user is not a co-author of the course.',
  'refusal.DAILY_REWARD_BUDGET_SPENT':
    'Left to promise today: {leftGems} gems and {leftXp} XP. This change promises {wantedGems} gems and {wantedXp} XP more. Continue tomorrow (UTC), or promise less.',
  'refusal.DATABASE_UNAVAILABLE':
    'The service did not answer in time. Perhaps your change was saved: look before you repeat it.',
  'refusal.EMAIL_NOT_VERIFIED':
    'The e-mail address of this account is not confirmed, so it may belong to another person. The user must confirm it first.',
  'refusal.EVENT_NOT_DEAD': 'Only a failed event can be replayed.',
  'refusal.EVENT_NOT_FOUND': 'There is no such event, or it was deleted.',
  'refusal.FAILED_JOB_NOT_FOUND': 'There is no such failed job. Perhaps it was already retried.',
  'refusal.FILE_MISSING': 'Choose a file first.',
  'refusal.GRANT_LIMITS_RAISED':
    'The limits of grants can only be lowered here. The operator raises them on the command line: lyceum admin set-grant-limits.',
  'refusal.GRANT_REQUEST_DECIDED': 'This request was already decided.',
  'refusal.GRANT_REQUEST_EXPIRED': 'This request has expired. The administrator can ask again.',
  'refusal.GRANT_TO_YOURSELF': 'The grant is for you, so another administrator must decide.',
  'refusal.HOUSE_PRIZE_TOO_SHORT':
    'A contest with prizes from the platform must be open for at least an hour. Set a later end, or leave the prizes out.',
  'refusal.INSUFFICIENT_BALANCE': 'The user has less XP than that. Nothing was taken.',
  'refusal.INSUFFICIENT_GEMS': 'The user has fewer gems than that. Nothing was taken.',
  'refusal.LAST_LESSON':
    'This is the only published lesson of a published course. Archive the course instead.',
  'refusal.LESSONS_DIFFER':
    'The lessons of the course have changed meanwhile. Load the page again and sort them again.',
  'refusal.LOGO_TOO_LARGE': 'The logo may have at most 5 MB.',
  'refusal.LOGO_UNSUPPORTED':
    'This logo cannot be used. Choose a JPEG, PNG or WebP of at most 4096 × 4096 pixels.',
  'refusal.MAIL_NOT_FOUND': 'There is no such mail, or it was already deleted.',
  'refusal.MAIL_OFF': 'Mail is turned off on this installation (MAIL=off). The operator turns it on.',
  'refusal.MEDIA_QUOTA_EXCEEDED': 'Your library is full. Delete files that you do not use.',
  'refusal.MEDIUM_IN_USE': 'This file is in use. Remove it from the content that uses it first.',
  'refusal.MEDIUM_NOT_FOUND': 'There is no such file in your library, or it was deleted.',
  'refusal.MEDIUM_TOO_LARGE': 'A picture may have up to 10 MB, audio up to 20 MB and captions up to 512 KB.',
  'refusal.MEDIUM_UNSUPPORTED':
    'This file cannot be used. Choose a picture (PNG, JPEG, WebP, AVIF or GIF, at most 8192 pixels on a side), audio (MP3, M4A, Ogg or WAV) or captions (WebVTT).',
  'refusal.MODEL_DRAFT_EMPTY': 'The model drafted nothing that can be used. Try a longer or clearer text.',
  'refusal.MODEL_FAILED': 'The model gave no usable answer in time. Nothing was created. Try again later.',
  'refusal.MODEL_MARK_NOT_FOUND': 'This mark does not exist. Perhaps it was already removed.',
  'refusal.MODEL_NOT_CONFIGURED':
    'This installation has no language model. The operator configures one with LLM_BASE_URL.',
  'refusal.MOVE_NOT_ALLOWED': 'The status of the order does not allow this. Load the page again.',
  'refusal.NOTE_NOT_FOUND': 'There is no such note, or it was already deleted.',
  'refusal.NOTE_OF_ANOTHER':
    'Another member of staff wrote this note. Ask them or an administrator to delete it.',
  'refusal.NOTHING_TO_REVIEW': 'The course and these lessons have no unpublished changes.',
  'refusal.NOT_AN_AUTHOR':
    'Only its authors and an administrator may do this. Ask the owner to make you a co-author, or make a copy.',
  'refusal.NOT_A_PICTURE': 'Only a picture can have a description of its content or be a cover.',
  'refusal.NOT_FOR_PRACTICE': 'At least one of the questions does not exist, or is not a practice question.',
  'refusal.NOT_IN_REVIEW': 'This submission is not waiting for a review any more.',
  'refusal.NOT_OF_A_PACK': 'This course belongs to an author already. Transfer it instead.',
  'refusal.NOT_TAKEN_OVER': 'This course was not taken over from a content pack, so it cannot be given back.',
  'refusal.NOT_THE_OWNER': 'Only the owner of the course and an administrator may do this.',
  'refusal.NO_SUCH_AUTHOR':
    'No author has this e-mail address. The account must be one of an author or an administrator.',
  'refusal.OWNED_BY_PACK': 'This comes from a content pack. Change it in the pack and import the pack again.',
  'refusal.OWN_ACCOUNT':
    'Administrators cannot suspend themselves, change their own role or end all their own sessions here. Ask another administrator.',
  'refusal.OWN_SUBMISSION': 'You submitted this yourself. Another person decides about it.',
  'refusal.OWN_TWO_FACTOR_REQUIRED':
    'Turn two-factor sign-in on for your own account first. Then you can require it of a role.',
  'refusal.PATH_HAS_NO_COURSES': 'Publish a course of this path first.',
  'refusal.PATH_REPEATS_ANOTHER':
    'Another published path has the same courses. Add a course to this path or remove one.',
  'refusal.PICTURE_TOO_LARGE': 'The picture may have at most 5 MB.',
  'refusal.PICTURE_UNSUPPORTED': 'This picture cannot be used. Choose a JPEG, PNG or WebP that can be read.',
  'refusal.POOL_TOO_SMALL':
    'Certificates cannot need a test that learners cannot take. The pool needs three times what the test asks: publish more questions first.',
  'refusal.PRIZES_ABOVE_LIMIT':
    'A contest of yours may promise {most}; this one would promise {wanted}. Lower its prizes.',
  'refusal.PROJECT_EXISTS': 'This course already has a project. Change that one.',
  'refusal.PROVIDER_UNAVAILABLE': 'A provider that this needs did not answer. Try again later.',
  'refusal.PUBLICATION_TIME_UNUSABLE': 'Choose a time in the future, within a year.',
  'refusal.QUESTION_IN_USE': 'A question can be used once, in one lesson only. Write another question.',
  'refusal.QUESTION_NOT_FOUND': 'There is no such question, or it was removed.',
  'refusal.REFUND_CHANGED':
    'The order was delivered, and what is missing of it is not what you confirmed. Look at the figures and decide again.',
  'refusal.REPORT_ABOUT_YOURSELF':
    'This report is about you or from you. Another member of staff decides it.',
  'refusal.REPORT_DECIDED':
    'Another member of staff has decided this report differently. Load the page again.',
  'refusal.REPORT_NOT_FOUND': 'There is no such report, or it was deleted.',
  'refusal.REQUESTER_NOT_ADMIN': 'The requester is no longer an administrator. Reject the request.',
  'refusal.REVIEW_DECIDED': 'This request for a review is already decided or withdrawn.',
  'refusal.REVIEW_NOT_FOUND': 'There is no such request for a review.',
  'refusal.REVIEW_OUTDATED':
    'The content was changed after it was submitted. Its author must submit it again.',
  'refusal.REVIEW_REQUIRED':
    'Here an administrator reviews content before it is published. Submit the course.',
  'refusal.REVISION_NOT_FOUND': 'The history has no such version.',
  'refusal.REWARD_NEEDS_ADMIN':
    'Only an administrator may offer more than {most}; this change would offer {wanted}. Lower the rewards, or ask an administrator to publish this.',
  'refusal.SETTINGS_CHANGED':
    'The settings were changed meanwhile. Load the page again and repeat your change.',
  'refusal.SITE_CHANGED': 'The settings of the site were changed after that. Load the page again.',
  'refusal.SUBMISSION_NOT_FOUND': 'There is no such submission, or it was removed.',
  'refusal.TEST_IS_REQUIRED':
    'Certificates need this test. Without this question the pool is too small. Add another one first.',
  'refusal.TOO_MANY_CO_AUTHORS': 'A course has at most 20 co-authors. Remove one first.',
  'refusal.TOO_MANY_QUESTIONS':
    'More than 2,000 questions match. Choose fewer by topic, tag, type or search.',
  'refusal.TOPIC_EXISTS': 'There is a topic with this title. Use it.',
  'refusal.TOPIC_NOT_FOUND': 'There is no such topic. Choose another one.',
  'refusal.UNKNOWN_COURSE': 'At least one of the courses does not exist.',
  'refusal.USER_CHANGED': 'The user was changed meanwhile, so nothing was done. Load the page again.',
  'refusal.VERSION_CHANGED':
    'This was changed after you opened it. Compare your version with the new one and save again.',
  'refusal.VIEW_OF_STAFF': 'Only accounts of learners can be viewed, not those of staff or authors.',
} satisfies Catalogue

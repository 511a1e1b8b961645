import type { Catalogue } from '../../../ui/i18n/catalogue.ts'
import ui from '../../../ui/messages/screens/en.ts'

export default {
  ...ui,
  'course.playAgain': 'Repeat from the start',
  'lesson.done': 'Done',
  'lesson.goNext': 'Next lesson',
  'lesson.home': 'To Today',
  'lesson.locked': 'After lesson {number}',
  'lesson.needsAnswers':
    'This lesson counts when every question has an answer. Play it again and answer all of them.',
  'lesson.needsScore':
    'This lesson counts when {share} of its questions are answered right. Play it again: later right answers count.',
  'lesson.unmet': 'Almost there',
  'lesson.next': 'Next',
  'lesson.toCourse': 'Back to the course',
  'offline.savedText':
    'Your XP and your streak day follow when you are online again. You can go on with the next lesson.',
  'offline.savedTitle': 'Saved on this device',
  'push.allow': 'Remind me',
  'push.failed': 'That did not work. Try again later.',
  'push.isOn': 'You get push messages on this device.',
  'push.notNow': 'Not now',
  'push.text': 'Before your streak ends, and when something happens that you chose in the settings.',
  'push.title': 'Shall we remind you?',
  'report.button.COURSE': 'Report this course',
  'report.button.QUESTION': 'Report this question',
  'report.button.USER': 'Report this user',
  'signUp.submit': 'Create my account',
  'try.credited': '{xp} XP from your first lesson are yours.',
  'try.later': 'Look at more courses first',
  'try.offer': 'Create an account and they are yours, with the start of your streak. It takes half a minute.',
  'try.waiting': 'Your first {xp} XP are waiting',
} satisfies Catalogue

import type { Catalogue } from '../../../ui/i18n/catalogue.ts'
import ui from '../../../ui/messages/screens/sw.ts'

export default {
  ...ui,
  'course.playAgain': 'Rudia kutoka mwanzo',
  'lesson.done': 'Limekamilika',
  'lesson.goNext': 'Somo linalofuata',
  'lesson.home': 'Kwenda Leo',
  'lesson.locked': 'Baada ya somo la {number}',
  'lesson.needsAnswers': 'Somo hili linahesabiwa kila swali likiwa na jibu. Lirudie na ujibu yote.',
  'lesson.needsScore':
    'Somo hili linahesabiwa {share} ya maswali yakijibiwa sahihi. Lirudie: majibu sahihi ya baadaye yanahesabiwa.',
  'lesson.unmet': 'Karibu kufika',
  'lesson.next': 'Linalofuata',
  'lesson.toCourse': 'Rudi kwenye kozi',
  'offline.savedText':
    'XP zako na siku ya mfululizo zitafuata ukirudi mtandaoni. Unaweza kuendelea na somo linalofuata.',
  'offline.savedTitle': 'Imehifadhiwa kwenye kifaa hiki',
  'push.allow': 'Nikumbushe',
  'push.failed': 'Haikufanikiwa. Jaribu tena baadaye.',
  'push.isOn': 'Unapokea ujumbe wa push kwenye kifaa hiki.',
  'push.notNow': 'Si sasa',
  'push.text': 'Kabla mfululizo wako haujaisha, na jambo ulilochagua katika mipangilio linapotokea.',
  'push.title': 'Tukukumbushe?',
  'report.button.COURSE': 'Ripoti kozi hii',
  'report.button.QUESTION': 'Ripoti swali hili',
  'report.button.USER': 'Ripoti mtumiaji huyu',
  'signUp.submit': 'Fungua akaunti yangu',
  'try.credited': 'XP {xp} za somo lako la kwanza ni zako.',
  'try.later': 'Tazama kozi zaidi kwanza',
  'try.offer': 'Fungua akaunti ziwe zako, pamoja na mwanzo wa mfululizo wako. Inachukua nusu dakika.',
  'try.waiting': 'XP {xp} zako za kwanza zinakusubiri',
} satisfies Catalogue

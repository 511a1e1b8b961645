import type { Catalogue } from '../../../ui/i18n/catalogue.ts'
import ui from '../../../ui/messages/screens/ar.ts'

export default {
  ...ui,
  'course.playAgain': 'الإعادة من البداية',
  'lesson.done': 'تمّ',
  'lesson.goNext': 'الدرس التالي',
  'lesson.home': 'إلى اليوم',
  'lesson.locked': 'بعد الدرس {number}',
  'lesson.needsAnswers': 'يُحتسب هذا الدرس عندما تكون لكل سؤال إجابة. أعده وأجب عن كل الأسئلة.',
  'lesson.needsScore':
    'يُحتسب هذا الدرس عندما تكون {share} من الأسئلة صحيحة. أعده: الإجابات الصحيحة اللاحقة تُحتسب.',
  'lesson.unmet': 'أوشكت',
  'lesson.next': 'التالي',
  'lesson.toCourse': 'العودة إلى الدورة',
  'offline.savedText': 'ستصل نقاط خبرتك ويوم سلسلتك عندما تعود إلى الإنترنت. يمكنك متابعة الدرس التالي.',
  'offline.savedTitle': 'محفوظ على هذا الجهاز',
  'push.allow': 'ذكّرني',
  'push.failed': 'لم ينجح ذلك. حاول لاحقًا.',
  'push.isOn': 'ستصلك الإشعارات على هذا الجهاز.',
  'push.notNow': 'ليس الآن',
  'push.text': 'قبل أن تنتهي سلسلتك، وعند حدوث ما اخترته في الإعدادات.',
  'push.title': 'هل نذكّرك؟',
  'report.button.COURSE': 'الإبلاغ عن هذه الدورة',
  'report.button.QUESTION': 'الإبلاغ عن هذا السؤال',
  'report.button.USER': 'الإبلاغ عن هذا المستخدم',
  'signUp.submit': 'أنشئ حسابي',
  'try.credited': '{xp} نقطة خبرة من درسك الأول أصبحت لك.',
  'try.later': 'تصفّح دورات أخرى أولًا',
  'try.offer': 'أنشئ حسابًا لتصبح لك، مع بداية سلسلتك. لا يستغرق ذلك سوى نصف دقيقة.',
  'try.waiting': 'أول {xp} نقطة خبرة في انتظارك',
} satisfies Catalogue

import type { RoadmapTexts } from './roadmap-texts.ts'

export const arabic: RoadmapTexts = {
  locale: 'ar',
  quote: (text) => `«${text}»`,
  about: (subjects) => `هذا المسار يناسب هدفك: فهو عن ${subjects}.`,
  teaches: (skills) => `هذا المسار يناسب هدفك: فهو يعلّم ${skills}.`,
  aboutAndTeaches: (subjects, skills) => `هذا المسار يناسب هدفك: فهو عن ${subjects} ويعلّم ${skills}.`,
  prepares: (path) => `يهيّئك هذا المسار لمسار ${path}.`,
  courseFits: (skills) => `تعلّم هذه الدورة ${skills}، وهذا يناسب هدفك.`,
  courseTeaches: (skills) => `في هذه الدورة تتعلّم ${skills}.`,
  coursePartOf: (path) => `هذه الدورة جزء من مسار ${path}.`,
  general: 'لا يوجد مسار تأسيسي يقود مباشرة إلى هدفك؛ هذا المسار بداية جيدة لأي هدف.',
  start: 'لا يوجد مسار تعلّم يطابق هدفك؛ هذا المسار بداية جيدة.',
  nothingMatched: 'لا يوجد بعدُ مسار تعلّم يطابق هذا الهدف. ابدأ بهذه المسارات، أو صِف الهدف بكلمات أخرى',
  completed: 'أكملت هذه الدورة.',
  mastered: (skills) => `أنت تعرف بالفعل ${skills}.`,
  nextLesson: (lesson, course) => `تابِع بالدرس ${lesson} من دورة ${course}.`,
  needsSubscription: (course) => `الدورة التالية هي ${course}، وهي تحتاج إلى اشتراك.`,
  finished: 'أكملت جميع دورات خارطة طريقك.',
  allMastered: 'لديك بالفعل جميع مهارات خارطة طريقك.',
}

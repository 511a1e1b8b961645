import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the review queue. */
export default {
  'reviews.COURSE.known': 'دورة',
  'reviews.COURSE.new': 'دورة جديدة',
  'reviews.LESSON.known': 'درس',
  'reviews.LESSON.new': 'درس جديد',
  'reviews.comment': 'تعليق على «{title}»',
  'reviews.commentsReturn': 'تعود التعليقات إلى المؤلف. احذفها للموافقة.',
  'reviews.lessons': {
    zero: '{count} درس',
    one: 'درس واحد ({count})',
    two: 'درسان ({count})',
    few: '{count} دروس',
    many: '{count} درسًا',
    other: '{count} درس',
  },
  'reviews.none': 'لا شيء هنا',
  'reviews.noneText': 'تظهر هنا الدورات التي يرسلها المؤلفون للمراجعة.',
  'reviews.note': 'سيقرأ المتعلمون:',
  'reviews.onlyAdmins': 'هنا يراجع المشرفون الدورات. ما يقولونه عن دورتك تجده في صفحتها.',
  'reviews.outdated': 'غيّر المؤلف المحتوى بعد إرساله. يمكن إعادته، والموافقة عليه حين يُرسل من جديد.',
  'reviews.own': 'أنت من أرسل هذه الدورة. يبت فيها مشرف آخر.',
  'reviews.publishAt': 'للنشر في {date} ({zone}).',
  'reviews.show': 'ما الذي يتغيّر',
  'reviews.status.APPROVED': 'تمت الموافقة',
  'reviews.status.OPEN': 'بانتظار المراجعة',
  'reviews.status.RETURNED': 'أُعيدت',
  'reviews.status.WITHDRAWN': 'سُحبت',
  'reviews.text': 'الدورات التي يريد مؤلفوها نشرها، الأطول انتظارًا أولًا. تنشر الموافقة ما أُرسل بالضبط.',
  'reviews.unchanged': 'لم تتغيّر أي كلمة.',
} satisfies Catalogue

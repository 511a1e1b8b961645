import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of taking a shipped course over, and of giving it back. */
export default {
  'giveBack.confirm': 'إعادة',
  'giveBack.done': 'عادت الدورة إلى الحزمة.',
  'giveBack.open': 'إعادة…',
  'giveBack.text':
    'تصبح للقراءة فقط من جديد. يرى المتعلمون ما يرونه الآن حتى الاستيراد التالي للحزمة، ثم تعود النصوص الأصلية. تضيع التغييرات غير المنشورة.',
  'giveBack.title': 'إعادة هذه الدورة إلى حزمتها؟',
  'takeOver.confirm': 'تولّي الدورة',
  'takeOver.done': 'صارت الآن دورة مؤلف.',
  'takeOver.note': 'أُخذت هذه الدورة من الحزمة «{pack}». لا تمسها عمليات استيراد الحزمة.',
  'takeOver.open': 'تولّي الدورة…',
  'takeOver.owner': 'المالك (اختياري)',
  'takeOver.ownerHint': 'البريد الإلكتروني لمؤلف. فارغ: أنت.',
  'takeOver.reason': 'السبب',
  'takeOver.reasonHint': 'يُكتب في سجل التدقيق.',
  'takeOver.text':
    'تصبح الدورة قابلة للتعديل. يحتفظ المتعلمون بتقدمهم وإجاباتهم وشهاداتهم. لن تغيّرها عمليات استيراد الحزمة اللاحقة. لا يحصل مالكها الجديد منها على XP ولا جواهر.',
  'takeOver.title': 'تولّي هذه الدورة؟',
} satisfies Catalogue

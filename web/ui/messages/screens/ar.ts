import type { Catalogue } from '../../i18n/catalogue.ts'

export default {
  'question.check': 'تحقّق',
  'question.choices': 'اختر من هذه',
  'question.correct': 'الإجابة الصحيحة',
  'question.down': 'انقل إلى الأسفل: {item}',
  'question.empty': 'اختر',
  'question.gap': 'الفراغ {number}',
  'question.handle': '{item}، الموضع {position}. حرّكه بمفاتيح الأسهم.',
  'question.hint': 'أظهر تلميحًا',
  'question.hintTitle': 'تلميح',
  'question.matchHelp': 'المس سطرًا، ثم ما يناسبه.',
  'question.moved': '{item}: الآن في الموضع {position}',
  'question.notANumber': 'اكتب رقمًا',
  'question.number': 'رقمك',
  'question.orderHelp': 'اسحب العناصر أو استخدم الأسهم.',
  'question.several': 'اختر كل الإجابات الصحيحة.',
  'question.text': 'إجابتك',
  'question.unit': 'الوحدة',
  'question.up': 'انقل إلى الأعلى: {item}',
} satisfies Catalogue

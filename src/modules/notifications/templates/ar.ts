import type { TemplateName } from './en.ts'
import { type LanguagePack, leagueTemplates } from './message-template.ts'

export const arabic: LanguagePack<TemplateName> = {
  tag: 'ar',
  greeting: 'مرحبًا {username}،',
  closing: 'يمكنك أن تختار ما نُعلمك به، وكيف، في إعدادات الإشعارات.',
  deletedUser: 'أحد المستخدمين',
  templates: {
    STREAK_MILESTONE: {
      title: 'سلسلة من {days} {days:يوم|يوم|يوم|أيام|يومًا|يوم}!',
      body: 'تعلّمت {days} {days:يوم|يوم|يوم|أيام|يومًا|يوم} على التوالي وكسبت {gems} {gems:جوهرة|جوهرة|جوهرة|جواهر|جوهرة|جوهرة}.',
    },
    STREAK_AT_RISK: {
      title: 'حافظ على سلسلتك',
      body: 'لم تتعلّم بعدُ اليوم. درس واحد قبل منتصف الليل يحفظ سلسلتك من {days} {days:يوم|يوم|يوم|أيام|يومًا|يوم}.',
    },
    BADGE_EARNED: {
      title: 'وسام جديد: {badge}',
      body: 'نلت وسام «{badge}». شاهده في ملفك الشخصي.',
    },
    CERTIFICATE_READY: {
      title: 'شهادتك جاهزة',
      body: 'شهادة «{course}» مسجّلة على سلسلة الكتل. رقمها {number}.',
    },
    CONTEST_STARTING: {
      title: '«{contest}» على وشك أن تبدأ',
      body: 'تبدأ المسابقة الساعة {time}. بالتوفيق!',
    },
    CONTEST_RESULT: {
      title: 'نتائج «{contest}»',
      body: 'حُسمت المسابقة: مركزك هو {rank}.',
    },
    CONTEST_PRIZE: {
      title: 'ربحت {gems} {gems:جوهرة|جوهرة|جوهرة|جواهر|جوهرة|جوهرة}!',
      body: 'حللت في المركز {rank} في «{contest}» وربحت {gems} {gems:جوهرة|جوهرة|جوهرة|جواهر|جوهرة|جوهرة}.',
    },
    CONTEST_CANCELLED: {
      title: 'أُلغيت «{contest}»',
      body: 'لن تُقام المسابقة.',
    },
    CONTEST_REFUNDED: {
      title: 'أُلغيت «{contest}»',
      body: 'لن تُقام المسابقة. عاد إلى حسابك رسم الدخول: {gems} {gems:جوهرة|جوهرة|جوهرة|جواهر|جوهرة|جوهرة}.',
    },
    BATTLE_WON: { title: 'فزت بالمنافسة!', body: 'تغلّبت على {opponent}.' },
    BATTLE_WON_GEMS: {
      title: 'فزت بالمنافسة!',
      body: 'تغلّبت على {opponent} وربحت {gems} {gems:جوهرة|جوهرة|جوهرة|جواهر|جوهرة|جوهرة}.',
    },
    BATTLE_LOST: { title: 'خسرت المنافسة', body: 'كان {opponent} أسرع هذه المرة. اطلب مباراة إعادة!' },
    BATTLE_DRAWN: { title: 'تعادل', body: 'كنتما متساويين، أنت و{opponent}.' },
    BATTLE_CANCELLED: {
      title: 'أُلغيت المنافسة',
      body: 'لم تكتمل المنافسة مع {opponent}. لم تُفقد أي جواهر.',
    },
    ...leagueTemplates(['الفضة', 'الذهب', 'اللؤلؤ', 'الرخام', 'الزيتون', 'الغار'], (division) => ({
      title: `صعدت إلى قسم ${division}`,
      body: `كان أسبوعك في الدوري قويًا. أنت الآن في قسم ${division}.`,
    })),
    PROJECT_PASSED: {
      title: 'اجتزت المشروع',
      body: 'اجتاز مشروعك «{project}» التقييم بنسبة {percentage} %. اقرأ التقييم.',
    },
    PROJECT_NEEDS_REVISION: {
      title: 'قُيّم مشروعك',
      body: 'بلغ مشروعك «{project}» نسبة {percentage} % ويحتاج إلى جولة أخرى. يقول التقييم ما ينبغي تحسينه.',
    },
    PROJECT_PASSED_BY_PEOPLE: {
      title: 'اجتزت المشروع',
      body: 'اجتاز مشروعك «{project}» التقييم. اقرأ التقييم.',
    },
    PROJECT_NEEDS_REVISION_BY_PEOPLE: {
      title: 'قُيّم مشروعك',
      body: 'يحتاج مشروعك «{project}» إلى جولة أخرى. يقول التقييم ما ينبغي تحسينه.',
    },
    COURSE_CO_AUTHOR: {
      title: 'أنت مؤلف مشارك',
      body: 'يمكنك الآن تحرير «{course}» في الاستوديو. لا يحصل المؤلفون على XP ولا جواهر من دورتهم. يمكنك مغادرتها هناك في أي وقت.',
    },
    COURSE_RECEIVED: {
      title: 'صارت الدورة لك',
      body: 'أنت الآن مالك «{course}».',
    },
    COURSE_GIVEN: {
      title: 'لدورة «{course}» مالك جديد',
      body: 'مالك «{course}» الآن هو {author}. تبقى أنت مؤلفًا مشاركًا.',
    },
    COURSE_CHANGED: { title: 'تغيّرت «{course}»', body: 'الجديد: {notes}' },
    SCHEDULE_WITHOUT_LESSONS: {
      title: 'لم تُنشر «{content}»',
      body: 'حان وقتها، لكن الدورة بلا درس منشور. انشر درسًا ثم اختر وقتًا آخر.',
    },
    SCHEDULE_ABOVE_LIMIT: {
      title: 'لم تُنشر «{content}»',
      body: 'حان وقتها، لكن مكافآتها فوق الحد. خفّضها، أو اطلب من مشرف أن ينشرها.',
    },
    SCHEDULE_ABOVE_BUDGET: {
      title: 'لم تُنشر «{content}»',
      body: 'حان وقتها، لكن ما يجوز لمؤلفها أن يعد به في اليوم قد نفد. اختر يومًا آخر، أو اسأل مشرفًا.',
    },
    SCHEDULE_WITHOUT_RIGHTS: {
      title: 'لم تُنشر «{content}»',
      body: 'حان وقتها، لكن المؤلف الذي حدّد الوقت لم يعد يجوز له نشرها. انشرها بنفسك، أو اختر وقتًا آخر.',
    },
    SCHEDULE_AFTER_EDIT: {
      title: 'لم تُنشر «{content}»',
      body: 'حان وقتها، لكنها تغيّرت بعد المراجعة. أرسلها من جديد.',
    },
    SCHEDULE_WITHOUT_REVIEW: {
      title: 'لم تُنشر «{content}»',
      body: 'حان وقتها، لكن المحتوى هنا يُراجَع قبل نشره. أرسلها إلى المراجعة.',
    },
    REVIEW_REQUESTED: {
      title: '«{course}» بانتظار مراجعتك',
      body: 'أرسل {author} «{course}». وافق عليها، أو أعدها مع تعليقات.',
    },
    REVIEW_APPROVED: {
      title: 'تمت الموافقة على «{course}»',
      body: 'تمت الموافقة على ما أرسلته. نُشر الآن، أو يُنشر في الوقت الذي اخترته.',
    },
    REVIEW_RETURNED: {
      title: 'أُعيدت «{course}»',
      body: 'يطلب المراجع تغييرات: {comment}',
    },
    REFERRAL_BONUS: {
      title: 'أكمل صديقك دورة',
      body: 'أكمل من دعوته دورته الأولى. كسبت {gems} {gems:جوهرة|جوهرة|جوهرة|جواهر|جوهرة|جوهرة}.',
    },
    REFERRAL_WELCOME: {
      title: 'هدية لبداية جيدة',
      body: 'جئت بدعوة وأكملت دورتك الأولى: لك {gems} {gems:جوهرة|جوهرة|جوهرة|جواهر|جوهرة|جوهرة}.',
    },
    PAYMENT_RECEIVED: {
      title: 'وصلت الدفعة',
      body: 'استلمنا {amount}. طلبك قيد التنفيذ.',
    },
    PAYMENT_COMPLETED: { title: 'اكتمل الطلب', body: 'اكتمل طلبك بقيمة {amount}.' },
    PAYMENT_FAILED: {
      title: 'فشل الطلب',
      body: 'لم يكتمل طلبك بقيمة {amount}. افتحه لترى السبب.',
    },
    PAYMENT_REFUNDED: { title: 'أُعيد مبلغ الطلب', body: 'أُعيد مبلغ طلبك وهو {amount}.' },
    PAYMENT_UNDER_REVIEW: {
      title: 'ننظر في طلبك',
      body: 'مبلغ طلبك بقيمة {amount} غير مطابق. هناك من ينظر فيه.',
    },
    PAYOUT_SENT: { title: 'أُرسل المبلغ', body: '{amount} في الطريق إليك.' },
    SUBSCRIPTION_ACTIVE: { title: 'Premium مفعّل', body: 'كل الدورات مفتوحة لك حتى {date}.' },
    SUBSCRIPTION_LASTING: {
      title: 'Premium مفعّل',
      body: 'كل الدورات مفتوحة لك.',
    },
    SUBSCRIPTION_CANCELLED: {
      title: 'اشتراكك ينتهي',
      body: 'لن يتجدد الاشتراك. يبقى Premium مفتوحًا لك حتى {date}.',
    },
    SUBSCRIPTION_BILLING_ISSUE: {
      title: 'لم تنجح الدفعة',
      body: 'تحقق من وسيلة الدفع في المتجر حتى يبقى Premium مفعّلًا.',
    },
    SUBSCRIPTION_EXPIRED: {
      title: 'انتهى Premium',
      body: 'تقدّمك محفوظ. اشترك من جديد متى شئت.',
    },
    REPORT_ACTED: {
      title: 'شكرًا على بلاغك',
      body: 'نظرنا في بلاغك واتخذنا إجراءً.',
    },
    REPORT_DISMISSED: {
      title: 'قُرئ بلاغك',
      body: 'نظرنا في بلاغك ولم نجد ما نغيّره. شكرًا على اهتمامك.',
    },
    SYSTEM: { title: '{title}', body: '{body}' },
  },
}

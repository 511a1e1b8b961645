import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the review queue. */
export default {
  'reviews.COURSE.known': 'Kozi',
  'reviews.COURSE.new': 'Kozi mpya',
  'reviews.LESSON.known': 'Somo',
  'reviews.LESSON.new': 'Somo jipya',
  'reviews.comment': 'Maoni kuhusu “{title}”',
  'reviews.commentsReturn': 'Maoni humrudia mwandishi. Yafute ili kuidhinisha.',
  'reviews.lessons': { one: 'Somo {count}', other: 'Masomo {count}' },
  'reviews.none': 'Hakuna kitu hapa',
  'reviews.noneText': 'Kozi ambazo waandishi huwasilisha kwa uhakiki huonekana hapa.',
  'reviews.note': 'Wanafunzi watasoma:',
  'reviews.onlyAdmins':
    'Wasimamizi huhakiki kozi hapa. Wanachosema kuhusu kozi yako kiko kwenye ukurasa wake.',
  'reviews.outdated':
    'Mwandishi amebadilisha maudhui baada ya kuyawasilisha. Yanaweza kurudishwa, na kuidhinishwa yatakapowasilishwa tena.',
  'reviews.own': 'Umewasilisha hii mwenyewe. Msimamizi mwingine ataamua.',
  'reviews.publishAt': 'Itachapishwa {date} ({zone}).',
  'reviews.show': 'Kinachobadilika',
  'reviews.status.APPROVED': 'Imeidhinishwa',
  'reviews.status.OPEN': 'Inasubiri',
  'reviews.status.RETURNED': 'Imerudishwa',
  'reviews.status.WITHDRAWN': 'Imeondolewa',
  'reviews.text':
    'Kozi ambazo waandishi wanataka kuchapisha, iliyosubiri zaidi kwanza. Idhini huchapisha kile hasa kilichowasilishwa.',
  'reviews.unchanged': 'Hakuna maneno yaliyobadilishwa.',
} satisfies Catalogue

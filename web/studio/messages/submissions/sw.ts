import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the projects that wait for a decision. */
export default {
  'review.NEEDS_REVISION': 'Omba mabadiliko',
  'review.PASSED': 'Faulisha',
  'review.appeal': 'Kwa nini mwanafunzi anaomba uhakiki',
  'review.ask.NEEDS_REVISION': 'Mwanafunzi abadilishe mradi na auwasilishe tena. Uamuzi ni wa mwisho.',
  'review.ask.PASSED': 'Mwanafunzi anafaulu na kupata zawadi. Uamuzi ni wa mwisho.',
  'review.attempt': 'Jaribio la {attempt}',
  'review.cause.APPEAL': 'Rufaa',
  'review.cause.ASSESSMENT_FAILED': 'Haukutathminiwa',
  'review.cause.PASS_PROPOSED': 'Pointi zinatosha, haujathibitishwa',
  'review.cause.SUSPICIOUS': 'Unatiliwa shaka',
  'review.confirm': 'Amua',
  'review.done.NEEDS_REVISION': 'Mwanafunzi anajua la kubadilisha.',
  'review.done.PASSED': 'Mradi umefaulu.',
  'review.none': 'Hakuna mradi unaosubiri',
  'review.noneText': 'Miradi inayohitaji mtu huonekana hapa.',
  'review.passing': 'Inatosha kufaulu: {share}',
  'review.points': { one: 'Pointi {count}', other: 'Pointi {count}' },
  'review.pointsOf': '{points} kati ya {max}',
  'review.reason': 'Sababu',
  'review.reasonHint': 'Mwanafunzi ataisoma.',
  'review.rubric': 'Vigezo',
  'review.text': 'Miradi ya kozi zako ambayo mtu lazima aiamue, iliyosubiri zaidi kwanza.',
  'review.work': 'Kazi',
} satisfies Catalogue

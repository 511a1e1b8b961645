import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the tests of courses. */
export default {
  'bank.use.TEST': 'Mtihani wa kozi',
  'test.add': { one: 'Ongeza swali {count}', other: 'Ongeza maswali {count}' },
  'test.added': {
    one: 'Swali {count} limo kwenye hifadhi kama rasimu.',
    other: 'Maswali {count} yamo kwenye hifadhi kama rasimu.',
  },
  'test.addedSome': 'Yaliyoongezwa: {added}. Hifadhi tayari ina mengine {skipped}.',
  'test.atOnce': 'Sheria mpya ni za majaribio yatakayoanza baadaye.',
  'test.draw': 'Jinsi maswali yanavyochaguliwa',
  'test.drawAgain': 'Chagua mengine',
  'test.drawText':
    'Kila ujuzi angalau mara moja, kisha ujuzi na ugumu kwa uwiano wa hifadhi. Kujaribu tena huuliza maswali mengine.',
  'test.empty': 'Hifadhi ni tupu. Andika swali la kwanza, au chukua kutoka benki ya maswali.',
  'test.enough':
    'Maswali kwenye hifadhi: {has}, yanayohitajika: {needs}. Wanafunzi wanaweza kufanya mtihani.',
  'test.example': 'Mfano wa mtihani',
  'test.exampleText': 'Yamechaguliwa kama kwa jaribio la kwanza, pamoja na rasimu.',
  'test.factorText':
    'Inahitaji mara tatu ya maswali ya mtihani mmoja, ili kujaribu tena kuulize mengine. Rasimu hazihesabiwi.',
  'test.fromBank': 'Ongeza kutoka benki',
  'test.fromBankText': 'Hifadhi hupata nakala. Kubadilisha nakala hakubadilishi asili.',
  'test.hours': { one: 'Saa {count}', other: 'Saa {count}' },
  'test.isRequired':
    'Vyeti vinahitaji mtihani huu. Bila swali hili hifadhi ni ndogo mno. Ongeza lingine kwanza.',
  'test.minutes': { one: 'Dakika {count}', other: 'Dakika {count}' },
  'test.missing':
    'Maswali kwenye hifadhi: {has}, yanayohitajika: {needs}. Wanafunzi bado hawawezi kufanya mtihani.',
  'test.newQuestion': 'Swali jipya',
  'test.noPause': 'Hakuna',
  'test.noSkill': 'Bila ujuzi',
  'test.pause': 'Mapumziko baada ya jaribio, huwekwa na usakinishaji',
  'test.pool': 'Maswali',
  'test.poolBar': 'Ukubwa wa hifadhi',
  'test.publish': { one: 'Chapisha swali {count}', other: 'Chapisha maswali {count}' },
  'test.published': { one: 'Swali {count} limechapishwa.', other: 'Maswali {count} yamechapishwa.' },
  'test.remove': 'Ondoa kwenye hifadhi: {question}',
  'test.removeNow': 'Ondoa',
  'test.removeText': 'Mitihani mipya haitaliuliza tena. Majaribio yaliyo wazi bado yanalo.',
  'test.removeTitle': 'Uondoe swali hili kwenye hifadhi?',
  'test.removed': 'Swali limeondolewa.',
  'test.requiredHint': 'Wanafunzi hawapati cheti kabla ya kufaulu mtihani.',
  'test.rules': 'Sheria',
  'test.shippedText': 'Kozi hii ilikuja na usakinishaji. Mtihani wake hapa ni wa kusoma tu.',
  'test.showExample': 'Onyesha mfano',
  'test.timeLimit': 'Muda, dakika tano kwa kila swali',
  'test.title': 'Mtihani wa kozi',
  'test.tooSmall':
    'Vyeti haviwezi kuhitaji mtihani usiowezekana. Hifadhi inahitaji mara tatu ya maswali ya mtihani: chapisha maswali zaidi kwanza.',
  'test.topicOfCourse': 'Mada ya kozi',
  'test.traits': 'Hifadhi inauliza nini',
  'test.waiting': {
    one: 'Swali {count} linasubiri: rasimu au badiliko.',
    other: 'Maswali {count} yanasubiri: rasimu au mabadiliko.',
  },
  'test.waits': 'Wanafunzi wanaona toleo la awali hadi uchapishe maswali ya mtihani.',
  'testField.isRequiredForCertificate': 'Linahitajika kwa cheti',
  'testField.passPercent': 'Kufaulu, kwa asilimia',
  'testField.questionCount': 'Maswali katika mtihani',
} satisfies Catalogue

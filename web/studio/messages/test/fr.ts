import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the tests of courses. */
export default {
  'bank.use.TEST': 'Test du cours',
  'test.add': {
    one: 'Ajouter {count} question',
    many: 'Ajouter {count} questions',
    other: 'Ajouter {count} questions',
  },
  'test.added': {
    one: '{count} question est dans la réserve, en brouillon.',
    many: '{count} questions sont dans la réserve, en brouillon.',
    other: '{count} questions sont dans la réserve, en brouillon.',
  },
  'test.addedSome': 'Ajoutées : {added}. La réserve a déjà les {skipped} autres.',
  'test.atOnce': 'Les nouvelles règles valent pour les essais qui commencent ensuite.',
  'test.draw': 'Comment les questions sont tirées',
  'test.drawAgain': 'En tirer un autre',
  'test.drawText':
    'Chaque compétence au moins une fois, puis compétences et difficultés selon leur part dans la réserve. Un nouvel essai pose d’autres questions.',
  'test.empty': 'La réserve est vide. Écrivez la première question, ou prenez-en dans la banque.',
  'test.enough':
    'Questions dans la réserve : {has}, nécessaires : {needs}. Les apprenants peuvent passer le test.',
  'test.example': 'Un exemple de test',
  'test.exampleText': 'Tiré comme pour un premier essai, brouillons compris.',
  'test.factorText':
    'Il en faut trois fois ce que pose un test, pour qu’un nouvel essai pose d’autres questions. Les brouillons ne comptent pas.',
  'test.fromBank': 'Ajouter depuis la banque',
  'test.fromBankText': 'La réserve reçoit des copies. Modifier une copie ne change pas l’original.',
  'test.hours': { one: '{count} heure', many: '{count} heures', other: '{count} heures' },
  'test.isRequired':
    'Les certificats exigent ce test. Sans cette question, la réserve est trop petite. Ajoutez-en d’abord une autre.',
  'test.minutes': { one: '{count} minute', many: '{count} minutes', other: '{count} minutes' },
  'test.missing':
    'Questions dans la réserve : {has}, nécessaires : {needs}. Les apprenants ne peuvent pas encore passer le test.',
  'test.newQuestion': 'Nouvelle question',
  'test.noPause': 'Aucune',
  'test.noSkill': 'Sans compétence',
  'test.pause': 'Pause après un essai, fixée par l’installation',
  'test.pool': 'Questions',
  'test.poolBar': 'Taille de la réserve',
  'test.publish': {
    one: 'Publier {count} question',
    many: 'Publier {count} questions',
    other: 'Publier {count} questions',
  },
  'test.published': {
    one: '{count} question est publiée.',
    many: '{count} questions sont publiées.',
    other: '{count} questions sont publiées.',
  },
  'test.remove': 'Retirer de la réserve : {question}',
  'test.removeNow': 'Retirer',
  'test.removeText': 'Les nouveaux tests ne la posent plus. Les essais en cours la gardent.',
  'test.removeTitle': 'Retirer cette question de la réserve ?',
  'test.removed': 'La question est retirée.',
  'test.requiredHint': 'Les apprenants n’ont pas de certificat avant de réussir le test.',
  'test.rules': 'Règles',
  'test.shippedText': 'Ce cours est fourni avec l’installation. Son test ne se modifie pas ici.',
  'test.showExample': 'Montrer un exemple',
  'test.timeLimit': 'Durée, cinq minutes par question',
  'test.title': 'Test du cours',
  'test.tooSmall':
    'Les certificats ne peuvent pas exiger un test impossible à passer. La réserve doit avoir trois fois ce que pose le test : publiez d’abord d’autres questions.',
  'test.topicOfCourse': 'Le thème du cours',
  'test.traits': 'Ce que la réserve demande',
  'test.waiting': {
    one: '{count} question attend : un brouillon ou une modification.',
    many: '{count} questions attendent : des brouillons ou des modifications.',
    other: '{count} questions attendent : des brouillons ou des modifications.',
  },
  'test.waits': 'Les apprenants voient la version précédente jusqu’à la publication des questions du test.',
  'testField.isRequiredForCertificate': 'Exigé pour le certificat',
  'testField.passPercent': 'Pour réussir, en pour cent',
  'testField.questionCount': 'Questions par test',
} satisfies Catalogue

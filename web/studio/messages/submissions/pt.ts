import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the projects that wait for a decision. */
export default {
  'review.NEEDS_REVISION': 'Pedir alterações',
  'review.PASSED': 'Aprovar',
  'review.appeal': 'Porque o aluno pede uma revisão',
  'review.ask.NEEDS_REVISION':
    'O aluno tem de alterar o projeto e entregá-lo de novo. Uma decisão é definitiva.',
  'review.ask.PASSED': 'O aluno é aprovado e recebe a recompensa. Uma decisão é definitiva.',
  'review.attempt': 'Tentativa {attempt}',
  'review.cause.APPEAL': 'Recurso',
  'review.cause.ASSESSMENT_FAILED': 'Não avaliado',
  'review.cause.PASS_PROPOSED': 'Pontos suficientes, por confirmar',
  'review.cause.SUSPICIOUS': 'Parece suspeito',
  'review.confirm': 'Decidir',
  'review.done.NEEDS_REVISION': 'O aluno sabe o que alterar.',
  'review.done.PASSED': 'O projeto está aprovado.',
  'review.none': 'Nenhum projeto espera',
  'review.noneText': 'Os projetos que precisam de uma pessoa aparecem aqui.',
  'review.passing': 'Basta para aprovar: {share}',
  'review.points': { one: '{count} ponto', many: '{count} pontos', other: '{count} pontos' },
  'review.pointsOf': '{points} de {max}',
  'review.reason': 'Motivo',
  'review.reasonHint': 'O aluno lê-o.',
  'review.rubric': 'Grelha de avaliação',
  'review.text': 'Projetos dos seus cursos que uma pessoa tem de decidir, a espera mais longa primeiro.',
  'review.work': 'O trabalho',
} satisfies Catalogue

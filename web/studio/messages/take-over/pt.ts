import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of taking a shipped course over, and of giving it back. */
export default {
  'giveBack.confirm': 'Devolver',
  'giveBack.done': 'O curso é de novo do pacote.',
  'giveBack.open': 'Devolver…',
  'giveBack.text':
    'Volta a ser só de leitura. Os alunos veem o mesmo até à próxima importação do pacote; então voltam os textos originais. As alterações não publicadas perdem-se.',
  'giveBack.title': 'Devolver este curso ao pacote?',
  'takeOver.confirm': 'Assumir',
  'takeOver.done': 'Agora é um curso de autor.',
  'takeOver.note': 'Este curso foi assumido do pacote «{pack}». As importações do pacote não lhe tocam.',
  'takeOver.open': 'Assumir…',
  'takeOver.owner': 'Dono (opcional)',
  'takeOver.ownerHint': 'O e-mail de um autor. Vazio: você.',
  'takeOver.reason': 'Motivo',
  'takeOver.reasonHint': 'Fica escrito no registo de auditoria.',
  'takeOver.text':
    'O curso passa a poder ser editado. Os alunos mantêm o progresso, as respostas e os certificados. As próximas importações do pacote já não o alteram. O novo dono não recebe dele XP nem gemas.',
  'takeOver.title': 'Assumir este curso?',
} satisfies Catalogue

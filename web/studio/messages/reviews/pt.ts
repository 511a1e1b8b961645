import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the review queue. */
export default {
  'reviews.COURSE.known': 'Curso',
  'reviews.COURSE.new': 'Curso novo',
  'reviews.LESSON.known': 'Lição',
  'reviews.LESSON.new': 'Lição nova',
  'reviews.comment': 'Comentário sobre «{title}»',
  'reviews.commentsReturn': 'Os comentários voltam ao autor. Apague-os para aprovar.',
  'reviews.lessons': { one: '{count} lição', many: '{count} lições', other: '{count} lições' },
  'reviews.none': 'Nada aqui',
  'reviews.noneText': 'Os cursos que os autores enviam para revisão aparecem aqui.',
  'reviews.note': 'Os alunos vão ler:',
  'reviews.onlyAdmins': 'Aqui os administradores reveem cursos. O que dizem do seu está na página do curso.',
  'reviews.outdated':
    'O autor alterou o conteúdo depois de o enviar. Pode ser devolvido, e aprovado quando for enviado de novo.',
  'reviews.own': 'Foi você que enviou este curso. Outro administrador decide.',
  'reviews.publishAt': 'A publicar em {date} ({zone}).',
  'reviews.show': 'O que muda',
  'reviews.status.APPROVED': 'Aprovado',
  'reviews.status.OPEN': 'À espera',
  'reviews.status.RETURNED': 'Devolvido',
  'reviews.status.WITHDRAWN': 'Retirado',
  'reviews.text':
    'Cursos que os autores querem publicar, a espera mais longa primeiro. Uma aprovação publica exatamente o que foi enviado.',
  'reviews.unchanged': 'Nenhuma palavra mudou.',
} satisfies Catalogue

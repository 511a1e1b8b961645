import type { Catalogue } from '../../i18n/catalogue.ts'

export default {
  'question.check': 'Verificar',
  'question.choices': 'Escolha entre estes',
  'question.correct': 'A resposta certa',
  'question.down': 'Descer: {item}',
  'question.empty': 'Escolher',
  'question.gap': 'Espaço {number}',
  'question.handle': '{item}, posição {position}. Mova com as setas do teclado.',
  'question.hint': 'Mostrar uma dica',
  'question.hintTitle': 'Dica',
  'question.matchHelp': 'Toque numa linha e depois no que lhe corresponde.',
  'question.moved': '{item}: agora na posição {position}',
  'question.notANumber': 'Escreva um número',
  'question.number': 'O seu número',
  'question.orderHelp': 'Arraste os itens ou use as setas.',
  'question.several': 'Escolha todas as respostas certas.',
  'question.text': 'A sua resposta',
  'question.unit': 'Unidade',
  'question.up': 'Subir: {item}',
} satisfies Catalogue

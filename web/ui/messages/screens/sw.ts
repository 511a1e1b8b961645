import type { Catalogue } from '../../i18n/catalogue.ts'

export default {
  'question.check': 'Angalia jibu',
  'question.choices': 'Chagua kati ya hizi',
  'question.correct': 'Jibu sahihi',
  'question.down': 'Shusha: {item}',
  'question.empty': 'Chagua',
  'question.gap': 'Pengo {number}',
  'question.handle': '{item}, nafasi ya {position}. Isogeze kwa vitufe vya mishale.',
  'question.hint': 'Onyesha dokezo',
  'question.hintTitle': 'Dokezo',
  'question.matchHelp': 'Gusa mstari, kisha kinachoendana nao.',
  'question.moved': '{item}: sasa iko nafasi ya {position}',
  'question.notANumber': 'Andika nambari',
  'question.number': 'Nambari yako',
  'question.orderHelp': 'Buruta vipengee, au tumia mishale.',
  'question.several': 'Chagua yote yaliyo sahihi.',
  'question.text': 'Jibu lako',
  'question.unit': 'Kipimo',
  'question.up': 'Pandisha: {item}',
} satisfies Catalogue

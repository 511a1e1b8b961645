import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of drafts by a model. */
export default {
  'model.added.questions': {
    one: '{count} question ébauchée. Vérifiez-la avant de la publier.',
    other: '{count} questions ébauchées. Vérifiez-les avant de les publier.',
  },
  'model.added.slides': {
    one: '{count} diapositive ajoutée à la fin. Vérifiez-la avant de la publier.',
    other: '{count} diapositives ajoutées à la fin. Vérifiez-les avant de les publier.',
  },
  'model.count.questions': 'Combien de questions',
  'model.count.slides': 'Environ combien de diapositives',
  'model.dropped': { one: '{count} élément inutilisable :', other: '{count} éléments inutilisables :' },
  'model.mark': 'Ébauché par un modèle',
  'model.markText': '{model} en a ébauché des parties le {day} et peut se tromper. Source :',
  'model.open': 'Ébaucher d’après un texte',
  'model.send': 'Ébaucher',
  'model.source': 'Texte',
  'model.sourceHint':
    '{length} caractères. De {min} à {max}. Le texte est envoyé au modèle et n’est pas conservé.',
  'model.sourceLength': 'Collez un texte de {min} à {max} caractères.',
  'model.sourceTitle': 'Titre de la source',
  'model.sourceUrl': 'Adresse de la source (facultatif)',
  'model.tag': 'ébauché par un modèle',
  'model.text.questions':
    'Un modèle de langage écrit des questions sur votre texte. Ce sont des brouillons que vous seul voyez jusqu’à leur publication.',
  'model.text.slides':
    'Un modèle de langage écrit des diapositives sur votre texte. Elles sont ajoutées à la fin de la leçon, et les apprenants ne les voient qu’après sa publication.',
  'model.title.questions': 'Ébaucher des questions d’après un texte',
  'model.title.slides': 'Ébaucher des diapositives d’après un texte',
  'model.titleMissing': 'Dites d’où vient le texte.',
  'model.unmark': 'J’ai vérifié : retirer la marque',
  'model.waiting': 'Le modèle écrit. Cela prend jusqu’à une minute et demie.',
} satisfies Catalogue
